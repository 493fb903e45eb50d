import { waitForDemoCampaign, type BenchEnv } from './bench-env';
import { median } from '../load';
import type { Measured } from '../report';
import { until } from '../../tests/support/until';
import type { ShownJob } from '../../tests/support/live-env';

const stopped = 12;
const queued = 60;
const places = 2;

const jobOf = (simulator: object) => ({
  ContactPhoneNumber: '+14155550123',
  Overrides: { Integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 0, ...simulator } } },
});

async function createCampaign(env: BenchEnv, url: string, fields: object): Promise<string> {
  const campaign = { Name: 'Control', DefaultCallerID: '+14155550100', JitterSeconds: 0, ...fields };
  const { CampaignID } = (await env.call(`${url}/campaigns`, 201, campaign)) as { CampaignID: string };
  return `${url}/campaigns/${CampaignID}/jobs`;
}

/** @returns ms from each request to stop a call until the call was disconnected, while other jobs keep the service busy */
async function measureStops(env: BenchEnv, url: string): Promise<number[]> {
  const jobs = await createCampaign(env, url, {});
  const post = async (simulator: object): Promise<string> =>
    ((await env.call(jobs, 201, jobOf(simulator))) as { JobID: string }).JobID;
  const callOf = async (jobId: string, isSo: (call: { State: string }) => boolean) =>
    (await until(
      async () => ((await env.call(`${jobs}/${jobId}`, 200)) as ShownJob).Data.Calls?.at(-1),
      (call) => call !== undefined && isSo(call),
      60_000,
    ))!;
  const talking = await Promise.all(Array.from({ length: stopped }, () => post({ TalkSeconds: 600 })));
  const calls = await Promise.all(talking.map((jobId) => callOf(jobId, ({ State }) => State === 'active')));
  let busy = true;
  const load = Promise.all(
    [1, 2].map(async () => {
      while (busy) await env.call(`${jobs}/${await post({ Scenario: 'contact_busy' })}`, 200);
    }),
  );
  const tookMs: number[] = [];
  for (const [index, { ID }] of calls.entries()) {
    const askedMs = Date.now();
    await env.call(`${jobs}/${talking[index]!}/calls/${ID}/stop`, 202, {});
    const { DisconnectedAt = '' } = await callOf(talking[index]!, ({ State }) => State === 'ended');
    tookMs.push(Date.parse(DisconnectedAt) - askedMs);
  }
  busy = false;
  await load;
  return tookMs;
}

/** @returns ms from the end of each call until the next contact is rung in its place, by the line's own log */
async function measureHandOvers(env: BenchEnv, url: string): Promise<number[]> {
  const jobs = await createCampaign(env, url, { Pacing: { MaxConcurrentCalls: places } });
  const ids: string[] = [];
  for (let n = 0; n < queued; n++)
    ids.push(((await env.call(jobs, 201, jobOf({ TalkSeconds: 0.5 }))) as { JobID: string }).JobID);
  const log = env.service.mongo.db.collection<{ JobID: string; AtMS: number; Outcome?: { endedAtMs: number } }>(
    'simulated_rings',
  );
  const rings = await until(
    () => log.find({ JobID: { $in: ids }, Outcome: { $exists: true } }).toArray(),
    ({ length }) => length === queued,
    300_000,
  );
  const inOrder = (values: number[]): number[] => values.sort((one, other) => one - other);
  const ends = inOrder(rings.map(({ Outcome }) => Outcome!.endedAtMs));
  // The n-th call rings because the one before those in the places has ended.
  return inOrder(rings.map(({ AtMS }) => AtMS))
    .slice(places)
    .map((atMs, index) => atMs - ends[index]!);
}

/** Measures how soon what an operator, or a limit, decides reaches the calls. */
export async function measureControl(env: BenchEnv): Promise<Measured[]> {
  const api = await env.api();
  await waitForDemoCampaign(env, api.url);
  const worker = await env.worker();
  const stops = await measureStops(env, api.url);
  const handOvers = await measureHandOvers(env, api.url);
  await Promise.all([api.kill(), worker.kill()]);
  const line = (what: string, ms: readonly number[]): Measured => ({
    what,
    value: Math.round(median(ms)),
    target: { atMost: 1_000 },
    detail: `longest of ${ms.length}: ${Math.max(...ms)} ms`,
  });
  return [
    line('request to stop a call until it is disconnected, median, ms', stops),
    line('end of a call until the next contact rings in its place, median, ms', handOvers),
  ];
}
