import { median, measureRate } from '../load';
import type { Measured } from '../report';
import { demoJobs, storedJobs, untilStarted, waitForDemoCampaign, waitingJob, type BenchEnv } from './bench-env';

const each = 400;
const atOnce = 50;
const rounds = 3;
/** Rounds that are not counted: the API and the database compile what they run often. */
const warmUpRounds = 2;

/**
 * Measures jobs per second against bare starts of a workflow with the same delay, alternating on the same servers: until
 * they are accepted, and until they are scheduled, published and started.
 */
export async function measureStarts(env: BenchEnv): Promise<Measured[]> {
  const api = await env.api();
  await waitForDemoCampaign(env, api.url);
  const worker = await env.worker();
  const bare: number[] = [];
  const posted: number[] = [];
  const begun: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const bareRound = await measureRate(each, atOnce, (index) =>
      env.service.temporal.client.workflow.start('timerWorkflow', {
        taskQueue: 'bare',
        workflowId: `bare/${round}/${index}`,
        startDelay: '24h',
      }),
    );
    const before = await storedJobs(env);
    const startedMs = performance.now();
    const postedRound = await measureRate(each, atOnce, () => env.call(`${api.url}${demoJobs}`, 201, waitingJob));
    await untilStarted(env, before + each);
    if (round < warmUpRounds) continue;
    bare.push(bareRound);
    posted.push(postedRound);
    begun.push((each * 1000) / (performance.now() - startedMs));
  }
  await worker.kill();
  await api.kill();
  const bareRate = median(bare);
  const rate = (value: number): string => `${value.toFixed(0)}/s`;
  return [
    {
      what: 'POST /jobs ÷ bare starts with a delay',
      value: median(posted) / bareRate,
      target: { atLeast: 0.5 },
      detail: `${rate(median(posted))} ÷ ${rate(bareRate)}`,
    },
    {
      what: '  the same until every job is scheduled and started',
      value: median(begun) / bareRate,
      target: { atLeast: 0.6 },
      detail: `${rate(median(begun))} ÷ ${rate(bareRate)}`,
    },
  ];
}
