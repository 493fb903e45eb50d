import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../shared/adapters/ids';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { createCaller, type Caller } from '../../support/caller';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type ApiProcess } from '../../support/processes';
import { untilPrinted } from '../../support/program';
import { untilReady } from '../../support/requests';
import { setting } from '../../support/setting';
import { attack as size } from '../../support/sizes';
import { storeJobs } from '../api/exports';
import { attackPhase } from './attack-phase';
import { createTestNamespace } from '../../support/temporal-namespace';

/** Keeps the measured client below the rate limit of its key, 100 requests a second, on the quickest machine. */
const thinkMs = 11;
/** For a percentile that one slow request does not decide. */
const minSamples = 100;
const processes = createProcesses();
let env: ProcessEnv;
let api: ApiProcess;
beforeAll(async () => {
  env = await createProcessEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), temporal: await createTestNamespace() });
  // The limits of a deployment are part of the defense.
  const limits = { RATE_LIMIT_PER_KEY: '', RATE_LIMIT_PER_ORGANIZATION: '' };
  api = await processes.api({ ...env.env, ...limits });
  await untilReady(api.url);
}, 60_000);
afterAll(async () => {
  await processes.end();
  await env.mongo.db.dropDatabase();
  await env.close();
}, 30_000);

const createTenant = (config: Partial<CampaignConfig> = {}) => createCaller(api.url, env.store, config);
const createCampaign = ({ orgId, campaignId }: Pick<Caller, 'orgId' | 'campaignId'>, config: Partial<CampaignConfig>) =>
  env.store.campaigns.insert({
    ID: campaignId,
    OrgID: orgId,
    Version: 1,
    Config: { Name: 'Campaign', DefaultCallerID: '+14155550100', ...config },
    CreatedMS: 1,
    UpdatedMS: 1,
  });

const rules = (count: number) => [
  {
    TimeRanges: Array.from({ length: count }, (_, index) => ({
      Start: `${String(10 + (index % 10))}:${String(10 + (index % 40))}`,
      End: '24:00',
    })),
  },
];

/** The most that a campaign may hold, and much to list and to export. */
async function createAttacker(): Promise<Caller> {
  const attacker = await createTenant({
    InferTimeZone: true,
    Defaults: { Constraints: { TimeRules: rules(500) } },
    Variants: Array.from({ length: 50 }, (_, index) => ({
      ID: `v${index}`,
      Weight: 1,
      Overrides: { Constraints: { TimeRules: rules(30) }, Integrations: { Filler: 'x'.repeat(1_000) } },
    })),
    BlackoutDates: Array.from({ length: 366 }, (_, day) => ({
      From: new Date(Date.now() + 2 * day * 86_400_000).toISOString().slice(0, 10),
      Name: 'Closed',
    })),
  });
  const large = { Agent: { Greeting: 'x'.repeat(200_000) } };
  for (let n = 0; n < 20; n++) await createCampaign({ ...attacker, campaignId: newId('campaign') }, large);
  await storeJobs(env, attacker, 60, 200_000);
  return attacker;
}

type Samples = Record<ReturnType<typeof attackPhase>, number[]>;

/**
 * Latencies of a client that creates a job, reads it and lists its jobs, one request after another, by the phase in
 * which a request started and ended.
 */
async function measure({ request, jobs }: Caller, isDone: (samples: Samples) => boolean): Promise<Samples> {
  const samples: Samples = { attack: [], settling: [], rest: [] };
  const timed = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const phase = attackPhase(Date.now());
    const startMs = performance.now();
    const answer = await request<Body>(method, path, body);
    // A request that began in a rest and ended in an attack was slowed down by both.
    const counts = phase !== 'rest' || attackPhase(Date.now()) === 'rest';
    samples[counts ? phase : 'settling'].push(performance.now() - startMs);
    expect(answer.status).toBeLessThan(300);
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

const p95 = (timesMs: readonly number[]): number =>
  [...timesMs].sort((one, other) => one - other)[Math.floor(timesMs.length * 0.95)] ?? NaN;

it(`an organization that sends every attack at once slows another one down by less than ${size.slowdown} times`, async () => {
  const [victim, attacker] = [await createTenant(), await createAttacker()];
  // The first requests compile the code and open the connections.
  await measure(victim, ({ rest }) => rest.length >= 30);
  const attack = await processes.program(
    {
      command: process.execPath,
      args: ['--import', 'tsx', resolve(__dirname, 'attacker.ts')],
      env: { ...process.env, ATTACK_URL: api.url, ATTACK_KEY: attacker.key, ATTACK_CAMPAIGN: attacker.campaignId },
    },
    (printed) => untilPrinted(printed, 'attacking'),
  );
  const endsMs = performance.now() + 2 * size.seconds * 1_000;
  const isEnough = ({ attack: attacked, rest }: Samples): boolean =>
    performance.now() >= endsMs && Math.min(attacked.length, rest.length) >= minSamples;
  const { attack: attacked, rest } = await measure(victim, isEnough);
  expect(attack.running()).toBe(true);
  await attack.kill();
  const ratio = p95(attacked) / p95(rest);
  process.stderr.write(
    `p95 at rest ${p95(rest).toFixed(1)} ms (${rest.length} requests), under attack ${p95(attacked).toFixed(1)} ms (${attacked.length}), ratio ${ratio.toFixed(2)}\n`,
  );
  expect(ratio).toBeLessThan(size.slowdown);
}, 180_000);
