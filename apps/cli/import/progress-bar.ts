import type { Import } from '@outdial/client';
import type { Screen } from '../output';

const width = 30;

export type Progress = Pick<
  Import,
  'Progress' | 'RowsInvalid' | 'RowsDone' | 'Rows' | 'RowsPerSecond' | 'EstimatedEndAt'
>;

/** One line that says how far an import is. */
export function progressLine(seen: Progress, nowMs: number): string {
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
    show: (seen: Progress): void => {
      const line = progressLine(seen, nowMs());
      if (screen.isTTY === true) {
        screen.write(`\r\u001B[2K${line}`);
        return;
      }
      const now = Math.floor(seen.Progress * 10);
      if (now > tenth) screen.write(`${line}\n`);
      tenth = Math.max(tenth, now);
    },
    end: (): void => {
      if (screen.isTTY === true) screen.write('\n');
    },
  };
}
