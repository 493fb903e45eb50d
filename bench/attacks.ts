/**
 * Measures how much an organization that sends every kind of attack at once slows down the requests of another one: the p95 under attack
 * against the p95 in the rests between, which alternate every second in the same run. Run: `npx tsx bench/attacks.ts [seconds, 60 by default]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { attackPhase } from '../tests/integration/tenants/attack-phase';
import { startAttackedApi } from '../tests/integration/tenants/attack';
import { createProcesses } from '../tests/support/processes';
import type { Caller } from '../tests/support/caller';
import { report } from './report';
import { createStopwatch, p95Of } from './timing';

/** Keeps the measured client below the rate limit of its key, 100 requests a second, on the quickest machine. */
const thinkMs = 11;
/** For a percentile that one slow request does not decide. */
const minSamples = 100;

type Samples = Record<ReturnType<typeof attackPhase>, number[]>;

/**
 * Latencies of a client that creates a job, reads it and lists its jobs, one request after another, by the phase in
 * which a request started and ended.
 */
async function measure({ request, jobs }: Caller, isDone: (samples: Samples) => boolean): Promise<Samples> {
  const samples: Samples = { attack: [], settling: [], rest: [] };
  const timed = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const phase = attackPhase(Date.now());
    const seconds = createStopwatch();
    const answer = await request<Body>(method, path, body);
    // A request that began in a rest and ended in an attack was slowed down by both.
    const counts = phase !== 'rest' || attackPhase(Date.now()) === 'rest';
    samples[counts ? phase : 'settling'].push(seconds() * 1_000);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
    await sleep(thinkMs);
    return answer.body;
  };
  while (!isDone(samples)) {
    const created = await timed<{ JobID: string }>('POST', jobs, { ContactPhoneNumber: '+14155550123' });
    await timed('GET', `${jobs}/${created.JobID}`);
    await timed('GET', `${jobs}?limit=20`);
  }
  return samples;
}

async function main(): Promise<void> {
  const seconds = Number(process.argv[2] ?? 60);
  const servers = createProcesses();
  const [temporal, mongo] = await Promise.all([servers.temporal(), servers.mongo()]);
  const api = await startAttackedApi({ mongo: mongo.uri, temporal });
  try {
    // The first requests compile the code and open the connections.
    await measure(api.victim, ({ rest }) => rest.length >= 30);
    const attack = await api.attack();
    const elapsed = createStopwatch();
    const { attack: attacked, rest } = await measure(
      api.victim,
      (samples) => elapsed() >= 2 * seconds && Math.min(samples.attack.length, samples.rest.length) >= minSamples,
    );
    if (!attack.running()) throw new Error('The attacker has ended.');
    await attack.kill();
    const [under, between] = [p95Of(attacked), p95Of(rest)];
    process.exitCode = report('attacks', [
      {
        what: 'p95 of another organization’s requests under every attack ÷ between the attacks',
        value: under / between,
        target: { atMost: 3 },
        detail: `${under.toFixed(1)} ms (${attacked.length}) ÷ ${between.toFixed(1)} ms (${rest.length})`,
      },
    ]);
  } finally {
    await api.end();
    await servers.end();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
