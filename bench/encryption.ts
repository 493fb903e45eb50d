/**
 * Measures what encryption adds to the database steps of a job, from its creation through one call to its end and its reads.
 * The same steps run for jobs and for test jobs, which are stored in plain text, alternating on their own server.
 * Run: `npx tsx bench/encryption.ts`. Exits with 1 if a job takes more than 1.2 times as long.
 */
import { analysis, jobStepsOf, openStores, conversation, type Stores } from './encryption/job-steps';
import { median } from './load';
import { report, type Measured } from './report';
import { createProcesses } from '../tests/support/processes';

const rounds = 10;
/** Jobs of each kind per round; the kinds alternate. */
const jobsInRound = 20;
/** The first rounds are a warm-up and do not count. */
const warmUps = 2;

type Times = Record<string, number>;

/** Runs the steps of jobs of both kinds, alternating. @returns the total duration of each step per kind, in ms */
async function runRound(stores: Stores): Promise<{ sealed: Times; clear: Times }> {
  const times: { sealed: Times; clear: Times } = { sealed: {}, clear: {} };
  for (let index = 0; index < jobsInRound * 2; index++) {
    // The second job of a pair finds warm processor caches, so each kind comes second equally often.
    const kind = (index + Math.floor(index / 2)) % 2 === 0 ? 'sealed' : 'clear';
    for (const { name, act } of jobStepsOf(stores, { testJob: kind === 'clear' })) {
      const beganMs = performance.now();
      await act();
      times[kind][name] = (times[kind][name] ?? 0) + performance.now() - beganMs;
    }
  }
  return times;
}

const sumOf = (times: Times): number => Object.values(times).reduce((whole, part) => whole + part, 0);

async function main(): Promise<void> {
  const processes = createProcesses();
  const lines: Measured[] = [];
  try {
    const mongo = await processes.mongo();
    const stores = await openStores(mongo.uri);
    const timings: Awaited<ReturnType<typeof runRound>>[] = [];
    for (let index = 0; index < rounds + warmUps; index++) {
      const times = await runRound(stores);
      if (index >= warmUps) timings.push(times);
    }
    await stores.close();
    const toLine = (what: string, select: (times: Times) => number): Measured => {
      const [sealedMs, clearMs] = (['sealed', 'clear'] as const).map((kind) =>
        median(timings.map((times) => select(times[kind]) / jobsInRound)),
      );
      const detail = `${sealedMs?.toFixed(2)} ms ÷ ${clearMs?.toFixed(2)} ms`;
      return { what, value: median(timings.map(({ sealed, clear }) => select(sealed) / select(clear))), detail };
    };
    const size = `${conversation.length} messages, ${JSON.stringify([...conversation, analysis]).length} bytes of conversation and analysis`;
    lines.push({ ...toLine(`a job's database steps ÷ a test job's (${size})`, sumOf), target: { atMost: 1.2 } });
    for (const name of Object.keys(timings[0]?.sealed ?? {}))
      lines.push(toLine(`  ${name}`, (times) => times[name] ?? NaN));
  } finally {
    await processes.end();
  }
  process.exitCode = report('encryption', lines);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
