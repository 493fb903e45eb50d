/**
 * What encryption adds to the time of a job's database steps, from its creation over one call to its end and the reads of it: the same
 * steps of jobs and of test jobs, which are stored in clear, in turn on a server of its own. Run: `npx tsx bench/encryption.ts`.
 * Exit code 1 when a job takes more than 1.2 times as long.
 */
import { analysis, lifeOf, openStores, talk, type Stores } from './encryption/life';
import { median } from './load';
import { missed, table, type Measured } from './report';
import { createProcesses } from '../tests/support/processes';

const rounds = 10;
/** Of each kind in a round: one of the one, one of the other. */
const jobsInRound = 20;
/** The first rounds warm up, and are not counted. */
const warmUps = 2;

type Times = Record<string, number>;

/** Goes through the steps of some jobs of both kinds, in turn. @returns how long each step took of all of a kind, in ms */
async function round(stores: Stores): Promise<{ sealed: Times; clear: Times }> {
  const times: { sealed: Times; clear: Times } = { sealed: {}, clear: {} };
  for (let index = 0; index < jobsInRound * 2; index++) {
    // Who comes second finds the processor's caches warm: each kind is as often.
    const kind = (index + Math.floor(index / 2)) % 2 === 0 ? 'sealed' : 'clear';
    for (const { name, act } of lifeOf(stores, { testJob: kind === 'clear' })) {
      const beganMs = performance.now();
      await act();
      times[kind][name] = (times[kind][name] ?? 0) + performance.now() - beganMs;
    }
  }
  return times;
}

const sum = (times: Times): number => Object.values(times).reduce((whole, part) => whole + part, 0);

async function main(): Promise<void> {
  const processes = createProcesses();
  const lines: Measured[] = [];
  try {
    const mongo = await processes.mongo();
    const stores = await openStores(mongo.uri);
    const seen: Awaited<ReturnType<typeof round>>[] = [];
    for (let index = 0; index < rounds + warmUps; index++) {
      const times = await round(stores);
      if (index >= warmUps) seen.push(times);
    }
    await stores.close();
    const line = (what: string, of: (times: Times) => number): Measured => {
      const [sealedMs, clearMs] = (['sealed', 'clear'] as const).map((kind) =>
        median(seen.map((times) => of(times[kind]) / jobsInRound)),
      );
      const detail = `${sealedMs?.toFixed(2)} ms ÷ ${clearMs?.toFixed(2)} ms`;
      return { what, value: median(seen.map(({ sealed, clear }) => of(sealed) / of(clear))), detail };
    };
    const size = `${talk.length} messages, ${JSON.stringify([...talk, analysis]).length} bytes said and found`;
    lines.push({ ...line(`a job's database steps ÷ a test job's (${size})`, sum), target: { atMost: 1.2 } });
    for (const name of Object.keys(seen[0]?.sealed ?? {})) lines.push(line(`  ${name}`, (times) => times[name] ?? NaN));
  } finally {
    await processes.end();
  }
  console.log(table(lines));
  process.exitCode = missed(lines) > 0 ? 1 : 0;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
