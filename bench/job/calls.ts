import { median, measureRate } from '../load';
import type { Measured } from '../report';
import { until } from '../../tests/support/until';
import { waitForDemoCampaign, type BenchEnv } from './bench-env';

const each = 300;
const atOnce = 50;
const rounds = 3;
const campaign = { Name: 'Calls at once', DefaultCallerID: '+14155550100', JitterSeconds: 0 };
/** The shortest call of the simulator. */
const quickJob = {
  ContactPhoneNumber: '+14155550123',
  Overrides: {
    Integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 0.1 } },
  },
};

/**
 * Measures jobs of one call per second, from the first request to the last completed job, against a bare workflow with
 * one timer and one activity, alternating on the same servers.
 */
export async function measureCalls(env: BenchEnv): Promise<Measured[]> {
  const api = await env.api();
  await waitForDemoCampaign(env, api.url);
  const { CampaignID } = (await env.call(`${api.url}/campaigns`, 201, campaign)) as { CampaignID: string };
  const jobs = env.service.mongo.db.collection('jobs');
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const bareWorker = await env.bareWorker('bare');
    const { workflow } = env.service.temporal.client;
    bare.push(
      await measureRate(each, atOnce, (index) =>
        workflow.execute('callWorkflow', { taskQueue: 'bare', workflowId: `bare-call/${round}/${index}` }),
      ),
    );
    await bareWorker.kill();
    const worker = await env.worker({ WORKER_CALL_SLOTS: '200' });
    const startedMs = performance.now();
    await measureRate(each, atOnce, () => env.call(`${api.url}/campaigns/${CampaignID}/jobs`, 201, quickJob));
    await until(
      () => jobs.countDocuments({ CampaignID, State: 'completed' }),
      (completed) => completed >= each * (round + 1),
      120_000,
    );
    ours.push((each * 1000) / (performance.now() - startedMs));
    await worker.kill();
  }
  await api.kill();
  return [
    {
      what: 'jobs of one call ÷ bare workflows with a timer and an activity',
      value: median(ours) / median(bare),
      target: { atLeast: 0.5 },
      detail: `${median(ours).toFixed(0)}/s ÷ ${median(bare).toFixed(0)}/s`,
    },
  ];
}
