/**
 * Measures the service against the bare engine, in the same run on its own servers, and prints ratios: absolute numbers mean
 * nothing on another machine. `npm run bench` runs every part, `npm run bench -- starts memory` runs some. Each part prints
 * its results as it ends. Exits with 1 if a part fails or misses a target.
 */
import { openBenchEnv, type BenchEnv } from './job/bench-env';
import { measureCalls } from './job/calls';
import { measureMemory } from './job/memory';
import { measureReads } from './job/reads';
import { measureStarts } from './job/starts';
import type { Measured } from './report';
import { runParts } from './run-parts';

const parts: Record<string, (env: BenchEnv) => Promise<Measured[]>> = {
  starts: measureStarts,
  calls: measureCalls,
  memory: measureMemory,
  reads: measureReads,
};

async function main(): Promise<void> {
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`Unknown part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  const succeeded = await runParts(
    chosen.map((name) => ({ name, measure: () => withBenchEnv(parts[name]!) })),
    (text) => console.log(text),
  );
  process.exitCode = succeeded ? 0 : 1;
}

async function withBenchEnv(measure: (env: BenchEnv) => Promise<Measured[]>): Promise<Measured[]> {
  const env = await openBenchEnv();
  try {
    return await measure(env);
  } finally {
    await env.end();
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
