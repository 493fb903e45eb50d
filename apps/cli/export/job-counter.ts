import type { ExportFormat } from '@outdial/client';

const lineFeed = 10;
const quote = 34;

/** Counts the jobs of an export while its bytes stream by, regardless of chunk boundaries. */
export function createJobCounter(format: ExportFormat) {
  let bytes = 0;
  let lines = 0;
  // Line breaks inside quoted cells do not end a row. A quote in a cell is doubled, so it toggles the state twice.
  let quoted = false;
  return {
    count: (chunk: Uint8Array): void => {
      bytes += chunk.length;
      for (const byte of chunk) {
        if (byte === quote && format === 'csv') quoted = !quoted;
        else if (byte === lineFeed && !quoted) lines++;
      }
    },
    bytes: () => bytes,
    /** Does not count the header of a CSV file. */
    jobs: () => (format === 'csv' ? Math.max(0, lines - 1) : lines),
  };
}
export type JobCounter = ReturnType<typeof createJobCounter>;
