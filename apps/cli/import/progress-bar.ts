import type { Import } from '@outdial/client';
import type { Screen } from '../output';

const width = 30;

export type Progress = Pick<
  Import,
  'Progress' | 'RowsInvalid' | 'RowsDone' | 'Rows' | 'RowsPerSecond' | 'EstimatedEndAt'
>;

/** Formats the progress of an import on one line. */
export function formatProgress(progress: Progress, nowMs: number): string {
  const filled = Math.round(progress.Progress * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  const invalid = progress.RowsInvalid > 0 ? `, ${progress.RowsInvalid} invalid` : '';
  const remainingSeconds =
    progress.EstimatedEndAt === undefined
      ? undefined
      : Math.max(0, Math.ceil((Date.parse(progress.EstimatedEndAt) - nowMs) / 1000));
  const remaining = remainingSeconds === undefined ? '' : `, ${remainingSeconds} s left`;
  const percent = `${String(Math.floor(progress.Progress * 100)).padStart(3)} %`;
  return `${bar} ${percent}  ${progress.RowsDone} of ${progress.Rows} rows${invalid}, ${progress.RowsPerSecond} rows/s${remaining}`;
}

/** Shows progress on one line, or one line per 10 % where lines cannot be overwritten. */
export function createProgressBar(screen: Screen, nowMs: () => number) {
  let tenth = -1;
  return {
    show: (progress: Progress): void => {
      const line = formatProgress(progress, nowMs());
      if (screen.isTTY === true) {
        screen.write(`\r\u001B[2K${line}`);
        return;
      }
      const now = Math.floor(progress.Progress * 10);
      if (now > tenth) screen.write(`${line}\n`);
      tenth = Math.max(tenth, now);
    },
    end: (): void => {
      if (screen.isTTY === true) screen.write('\n');
    },
  };
}
