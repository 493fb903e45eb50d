import type { ImportProgress } from '../../shared/contracts/import-command.schema';

const width = 30;

/** Where progress is shown. */
export interface Screen {
  write(text: string): void;
  /** True where a line can be written over. */
  isTTY: boolean;
}

/** One line that says how far an import is. */
export function progressLine(seen: ImportProgress, nowMs: number): string {
  const filled = Math.round(seen.Progress * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  const bad = seen.RowsInvalid > 0 ? `, ${seen.RowsInvalid} bad` : '';
  const leftSeconds =
    seen.EstimatedEndAt === undefined
      ? undefined
      : Math.max(0, Math.ceil((Date.parse(seen.EstimatedEndAt) - nowMs) / 1000));
  const left = leftSeconds === undefined ? '' : `, ${leftSeconds} s left`;
  const percent = `${String(Math.floor(seen.Progress * 100)).padStart(3)} %`;
  return `${bar} ${percent}  ${seen.RowsDone} of ${seen.Rows} rows${bad}, ${seen.RowsPerSecond} rows/s${left}`;
}

/** Shows progress on one line, or, where lines cannot be written over, a line for each tenth. */
export function createProgressBar(screen: Screen, nowMs: () => number) {
  let tenth = -1;
  return {
    show: (seen: ImportProgress): void => {
      const line = progressLine(seen, nowMs());
      if (screen.isTTY) {
        screen.write(`\r\u001B[2K${line}`);
        return;
      }
      const now = Math.floor(seen.Progress * 10);
      if (now > tenth) screen.write(`${line}\n`);
      tenth = Math.max(tenth, now);
    },
    end: (): void => {
      if (screen.isTTY) screen.write('\n');
    },
  };
}
