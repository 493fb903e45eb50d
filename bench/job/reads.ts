import { measureDurations, median } from '../load';
import type { Measured } from '../report';
import { until } from '../../tests/support/until';
import { demoJobs, waitForDemoCampaign, waitingJob, type BenchEnv } from './bench-env';

const block = 300;
const rounds = 6;
const quickCall = { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 };
const calledJob = { ContactPhoneNumber: '+14155550123', Overrides: { Integrations: { simulator: quickCall } } };

/** Measures reading a job against Express with one findOne, alternating; and the length of a job's history. */
export async function measureReads(env: BenchEnv): Promise<Measured[]> {
  const [api, bare, worker] = [await env.api(), await env.bareApi(), await env.worker()];
  await waitForDemoCampaign(env, api.url);
  const post = async (body: object) =>
    ((await env.call(`${api.url}${demoJobs}`, 201, body)) as { JobID: string }).JobID;
  const [waiting, called] = [await post(waitingJob), await post(calledJob)];
  const stateOf = async (id: string) => (await env.service.load(id)).State;
  await until(
    () => stateOf(called),
    (state) => state === 'completed',
    30_000,
  );
  await until(
    () => stateOf(waiting),
    (state) => state === 'scheduled',
    30_000,
  );
  const { client } = env.service.temporal;
  const handle = client.workflow.getHandle(`job/${called}`);
  await handle.result();
  const { events } = await handle.fetchHistory();
  await worker.kill();

  const times: Record<'bare' | 'waiting' | 'called', number[]> = { bare: [], waiting: [], called: [] };
  for (let round = 0; round <= rounds; round++) {
    const timings = {
      bare: await measureDurations(block, () => env.call(`${bare.url}/jobs/${waiting}`, 200)),
      waiting: await measureDurations(block, () => env.call(`${api.url}${demoJobs}/${waiting}`, 200)),
      called: await measureDurations(block, () => env.call(`${api.url}${demoJobs}/${called}`, 200)),
    };
    // The first round is a warm-up.
    if (round > 0) for (const name of ['bare', 'waiting', 'called'] as const) times[name].push(...timings[name]);
  }
  await Promise.all([api.kill(), bare.kill()]);
  const bareMs = median(times.bare);
  const ratio = (what: string, ms: number): Measured => ({
    what,
    value: ms / bareMs,
    target: { atMost: 1.5 },
    detail: `${ms.toFixed(2)} ms ÷ ${bareMs.toFixed(2)} ms`,
  });
  return [
    ratio('GET job p50 ÷ bare Express and findOne', median(times.waiting)),
    ratio('  the same for a job with a call', median(times.called)),
    { what: 'history events of a one-call job', value: events?.length ?? NaN, target: { atMost: 14 }, detail: '' },
  ];
}
