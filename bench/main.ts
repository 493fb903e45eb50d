/**
 * Measures the service against the bare engine, in the same run on its own servers, and prints ratios: absolute numbers mean
 * nothing on another machine. `npm run bench` runs every part, `npm run bench -- starts memory` runs some. Each part prints
 * its results as it ends. At the end the run is kept in `.outdial/bench`, with a table and a chart of the latest results of both engines
 * (`OUTDIAL_TEST_ENGINE=cluster npm run bench`). Exits with 1 if a part fails or misses a target.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drawComparison, formatComparison } from './chart';
import { openBenchEnv, type BenchEnv } from './job/bench-env';
import { measureCalls } from './job/calls';
import { measureControl } from './job/control';
import { measureMemory } from './job/memory';
import { measureReads } from './job/reads';
import { measureStarts } from './job/starts';
import type { Measured } from './report';
import { runParts } from './run-parts';
import { keepRun, parseResults, readRuns } from './runs';
import { chosenEngine } from '../tests/support/cluster-engine';

const root = resolve(__dirname, '..');
const keptRuns = join(root, '.outdial/bench');

const parts: Record<string, (env: BenchEnv) => Promise<Measured[]>> = {
  starts: measureStarts,
  calls: measureCalls,
  control: measureControl,
  memory: measureMemory,
  reads: measureReads,
};

/** Benches that are programs of their own, with what they are given here. */
const programs: Record<string, readonly string[]> = {
  startup: [],
  import: ['20000'],
  webhooks: [],
  erasure: ['500'],
  encryption: [],
  stats: ['20000'],
  events: [],
  audio: [],
  texts: [],
  agents: ['50', '12'],
  attacks: ['20'],
};
const names = [...Object.keys(parts), ...Object.keys(programs)];

async function main(): Promise<void> {
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join(', ')}. Parts: ${names.join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'outdial-bench-'));
  const file = join(folder, 'results.ndjson');
  process.env['OUTDIAL_BENCH_FILE'] = file;
  const about = describeMachine();
  try {
    const own = chosen.filter((name) => Object.hasOwn(parts, name));
    const succeeded = await runParts(
      own.map((name) => ({ name, measure: () => withBenchEnv(parts[name]!) })),
      (text) => console.log(text),
    );
    const failed: string[] = [];
    for (const name of chosen.filter((one) => Object.hasOwn(programs, one)))
      if (!(await runProgram(name, programs[name]!))) failed.push(name);
    if (failed.length > 0) console.log(`Failed, or missed a target: ${failed.join(', ')}`);
    keepAndCompare({ ...about, results: existsSync(file) ? parseResults(readFileSync(file, 'utf8')) : [] });
    process.exitCode = succeeded && failed.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const describeMachine = () => ({
  at: new Date().toISOString(),
  engine: chosenEngine(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  node: process.version,
  cpus: availableParallelism(),
  load: loadavg()[0] ?? 0,
});

/** Runs a bench of its own file. @returns whether it succeeded and met its targets */
function runProgram(name: string, args: readonly string[]): Promise<boolean> {
  console.log(name);
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, `${name}.ts`), ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    child.once('error', fail);
    child.once('exit', (code) => done(code === 0));
  });
}

function keepAndCompare(run: Parameters<typeof keepRun>[1]): void {
  const kept = keepRun(keptRuns, run);
  const runs = readRuns(keptRuns);
  writeFileSync(join(keptRuns, 'ratios.svg'), drawComparison(runs));
  writeFileSync(join(keptRuns, 'ratios.md'), `${formatComparison(runs)}\n`);
  console.log(`\n${formatComparison(runs)}\n\nKept: ${kept}; the chart: ${join(keptRuns, 'ratios.svg')}`);
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
