/**
 * Measures the service against the bare engine, in the same run on servers of its own, and prints ratios: numbers of one machine mean
 * nothing on another. `npm run bench`, or `npm run bench -- starts memory` for some parts. Exit code 1 when a target is missed.
 */
import { measureMemory } from './job/memory';
import { measureReads } from './job/reads';
import { openBenchEnv, type BenchEnv } from './job/bench-env';
import { measureStarts } from './job/starts';
import { countMissed, formatTable, type Measured } from './report';

const parts: Record<string, (stage: BenchEnv) => Promise<Measured[]>> = {
  starts: measureStarts,
  memory: measureMemory,
  reads: measureReads,
};

async function main(): Promise<void> {
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
  const lines: Measured[] = [];
  for (const name of chosen) {
    const measure = parts[name];
    if (measure === undefined) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
    const startedMs = performance.now();
    const stage = await openBenchEnv();
    try {
      lines.push(...(await measure(stage)));
    } finally {
      await stage.end();
    }
    console.log(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  }
  console.log(`\n${formatTable(lines)}`);
  process.exitCode = countMissed(lines) > 0 ? 1 : 0;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
