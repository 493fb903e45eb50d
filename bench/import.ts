/**
 * Measures bulk imports against bare means in the same run, and prints ratios:
 * reading and judging rows against `JSON.parse` a line; jobs made a second against bare workflow starts; memory, answer times.
 * Run: `npx tsx bench/import.ts [rows]` (servers of its own; some minutes)
 */
import { measureParsing } from './import/parsing';
import { measureImport } from './import/running';

async function main(): Promise<void> {
  const rows = Number(process.argv[2] ?? 100_000);
  await measureParsing(100_000);
  await measureImport(rows);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
