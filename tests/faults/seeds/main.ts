/**
 * `npm run test:faults` runs the tests of `tests/faults` as they are written. `npm run test:faults -- --seeds N` makes faults at random instants
 * instead, which N seeds draw, and checks from outside what was promised (docs/reliability.md). `--seed S` repeats the seed S, or begins with
 * it; `--minutes M` begins no other seed after M minutes; `--backlog` kills the service while 2,000 events wait for their delivery.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { peerSize, runBacklog } from '../../support/seeds/backlog';
import { describeFault, createSchedule } from '../../support/seeds/schedule';
import { fullSize, runSeed, type SeedResult } from '../../support/seeds/run-seed';
import { startWorld, type World } from '../../support/seeds/world';

const root = resolve(__dirname, '../../..');
const startedMs = Date.now();
const minutes = (): number => (Date.now() - startedMs) / 60_000;

const runJest = (args: readonly string[]): Promise<number> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...args, '--selectProjects', 'faults'], {
      cwd: root,
      stdio: 'inherit',
    });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });

/** Runs the seeds in one world; a world that has failed is replaced. @param limit begins no other seed after so many minutes */
async function runSeeds(seeds: readonly number[], limit: number, folder: string): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  const logFile = join(folder, 'world.log');
  let world: World | undefined;
  let ordinal = 0;
  try {
    for (const seed of seeds) {
      if (minutes() >= limit) break;
      world ??= await openNewWorld(logFile);
      const result = await runOne(world, seed, ordinal++);
      results.push(result);
      printResult(result);
      if (result.broken.length === 0) continue;
      await world.end();
      [world, ordinal] = [undefined, 0];
      cpSync(logFile, join(folder, `seed-${seed}.log`));
    }
  } finally {
    await world?.end();
  }
  return results;
}

/** Ctrl-C leaves no mounted disk and no process. */
let openWorld: World | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (openWorld?.end() ?? Promise.resolve()).finally(() => process.exit(130)));

async function openNewWorld(logFile: string): Promise<World> {
  return (openWorld = await startWorld(logFile));
}

const none = { faults: 0, jobs: 0, events: 0, all: 0 };

/** A seed that cannot even be run to its end is broken, too. */
async function runOne(world: World, seed: number, ordinal: number): Promise<SeedResult> {
  try {
    return await runSeed(world, seed, ordinal);
  } catch (error) {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return {
      seed,
      faults: createSchedule(seed, fullSize),
      made: {},
      jobs: 0,
      rings: 0,
      events: 0,
      seconds: none,
      broken,
    };
  }
}

function printResult({ seed, faults, made, jobs, rings, events, seconds, broken }: SeedResult): void {
  const counts = Object.entries(made).map(([kind, count]) => `${count} ${kind}`);
  const verdict = broken.length === 0 ? 'ok    ' : 'BROKEN';
  console.log(
    `${verdict} seed ${seed}: ${counts.join(', ')}; ${jobs} jobs, ${rings} rings, ${events} events; ${seconds.all} s (faults ${seconds.faults}, jobs ${seconds.jobs}, events ${seconds.events})`,
  );
  if (broken.length === 0) return;
  for (const sentence of broken) console.log(`       - ${sentence}`);
  console.log(`       Repeat it: npm run test:faults -- --seed ${seed}`);
  for (const fault of faults) console.log(`       ${describeFault(fault)}`);
}

async function runBacklogOnce(seed: number, folder: string): Promise<boolean> {
  const world = await openNewWorld(join(folder, 'backlog.log'));
  try {
    const { accepted, lost, doubles, arrivedAtKills, seconds } = await runBacklog(world, seed, peerSize);
    console.log(
      `${lost === 0 ? 'ok    ' : 'BROKEN'} backlog: ${lost} of ${accepted} accepted events lost, ${doubles} arrived again; killed when ` +
        `${arrivedAtKills.join(', ')} had arrived; the last one arrived ${seconds.toFixed(1)} s after the last restart`,
    );
    return lost === 0;
  } finally {
    await world.end();
  }
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = { seeds: text, seed: text, minutes: text, backlog: { type: 'boolean' } } as const;
  const args = process.argv.slice(2);
  if (!args.some((arg) => /^--(seeds?|backlog)\b/.test(arg))) return runJest(args);
  const { values } = parseArgs({ args, options });
  const number = (name: 'seeds' | 'seed' | 'minutes', missing: number): number => {
    const given = Number(values[name] ?? missing);
    if (Number.isNaN(given) || given < 1) throw new Error(`Expected a number of at least 1 for --${name}.`);
    return given;
  };
  const first = number('seed', 1);
  const count = values.seeds === undefined && values.seed === undefined ? 0 : number('seeds', 1);
  const folder = mkdtempSync(join(tmpdir(), 'outdial-seeds-'));
  console.log(`What the processes print is kept in ${folder}.`);
  const backlog = values.backlog === true ? await runBacklogOnce(first, folder) : true;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const results = await runSeeds(seeds, number('minutes', Infinity), folder);
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results, undefined, 1));
  const broken = results.filter((result) => result.broken.length > 0);
  const kills = results.reduce((sum, { made }) => sum + (made['kill'] ?? 0), 0);
  if (count > 0)
    console.log(
      `${results.length} seeds, ${kills} kills, ${broken.length} broken: ${broken.map(({ seed }) => seed).join(', ') || 'none'}; ${minutes().toFixed(1)} min`,
    );
  return backlog && broken.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
