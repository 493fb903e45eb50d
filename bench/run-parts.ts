import { countMissed, formatTable, recordResults, type Measured } from './report';

/** One part of a benchmark. It opens and closes its own servers. */
export interface Part {
  name: string;
  measure: () => Promise<Measured[]>;
}

/**
 * Runs parts one after the other and prints the results of each as soon as it ends. A part that fails does not stop the
 * others.
 * @returns whether every part has succeeded and met its targets
 */
export async function runParts(parts: readonly Part[], print: (text: string) => void): Promise<boolean> {
  const failed: string[] = [];
  let missed = 0;
  for (const { name, measure } of parts) {
    const startedMs = performance.now();
    const seconds = (): string => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
    try {
      const lines = await measure();
      missed += countMissed(lines);
      recordResults(name, lines);
      print(`${name} (${seconds()})\n${formatTable(lines)}\n`);
    } catch (error) {
      failed.push(name);
      print(
        `${name} failed after ${seconds()}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    }
  }
  if (failed.length > 0) print(`Failed parts: ${failed.join(', ')}`);
  if (missed > 0) print(`Missed targets: ${missed}`);
  return failed.length === 0 && missed === 0;
}
