/**
 * Measures bulk imports against baselines in the same run and prints ratios: reading and validating rows against
 * `JSON.parse` per line, jobs created per second against bare delayed starts, memory, and response times.
 * Run: `npx tsx bench/import.ts [rows]` (starts its own servers; takes some minutes)
 */
import { measureParsing } from './import/parsing';
import { measureImport } from './import/running';
import { report } from './report';

async function main(): Promise<void> {
  const rows = Number(process.argv[2] ?? 100_000);
  process.exitCode = report('import', [...(await measureParsing(100_000)), ...(await measureImport(rows))]);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
