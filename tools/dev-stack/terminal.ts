/** The launcher's output: plain lines, and long steps with progress. */
export interface Terminal {
  print(line: string): void;
  /** Runs a long step; shows its reports and the time elapsed. */
  runStep<T>(title: string, step: (report: Report) => Promise<T>): Promise<T>;
  /** The maximum width of a line. */
  columns: number;
}

/** Reports the current progress of a long step. */
export type Report = (detail: string) => void;

interface Output {
  write(formatStep: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

const TTY_INTERVAL_MS = 250;
const PLAIN_INTERVAL_MS = 10_000;
const CLEAR_LINE = '\r\u001b[K';

interface Step {
  title: string;
  detail: string;
  sinceMs: number;
}

/** On a terminal one line is updated in place; elsewhere (a pipe, the log of CI) each step is a plain line every ten seconds. */
export function createTerminal(output: Output = process.stdout, now: () => number = Date.now): Terminal {
  const steps = new Set<Step>();
  const live = output.isTTY === true;
  // Some terminals report a width of 0.
  const columns = output.columns || (live ? 80 : 120);
  const text = (step: Step) =>
    `${step.title}${step.detail ? `: ${step.detail}` : ''} (${String(Math.round((now() - step.sinceMs) / 1000))} s)`;
  const redraw = () => {
    if (live) output.write(CLEAR_LINE + shorten([...steps].map(text).join(' | '), columns - 1));
  };
  const tick = () => {
    if (live) redraw();
    else for (const step of steps) output.write(`  ... ${shorten(text(step), columns)}\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    columns,
    print(line) {
      output.write(`${live && steps.size > 0 ? CLEAR_LINE : ''}${line}\n`);
      if (steps.size > 0) redraw();
    },
    async runStep(title, run) {
      const step: Step = { title, detail: '', sinceMs: now() };
      steps.add(step);
      timer ??= setInterval(tick, live ? TTY_INTERVAL_MS : PLAIN_INTERVAL_MS).unref();
      try {
        return await run((detail) => (step.detail = detail));
      } finally {
        steps.delete(step);
        redraw();
        if (steps.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

/** Shortens a line to a width and marks the cut with an ellipsis. */
export function shorten(line: string, width: number): string {
  const flat = line.replace(/\s+/g, ' ').trim();
  return flat.length <= width ? flat : `${flat.slice(0, Math.max(0, width - 1))}…`;
}
