import type { ExportFormat } from '@outdial/client';

const lineFeed = 10;
const quote = 34;

/** Counts the jobs of an export as its bytes go by, wherever they are cut. */
export function createJobCounter(format: ExportFormat) {
  let bytes = 0;
  let lines = 0;
  // Cells hold line breaks in quotes; a quote in a cell is written twice, and so changes nothing.
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
    /** The first line of a CSV file is its header. */
    jobs: () => (format === 'csv' ? Math.max(0, lines - 1) : lines),
  };
}
export type JobCounter = ReturnType<typeof createJobCounter>;
