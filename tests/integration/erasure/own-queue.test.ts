import type { Job } from '../../../shared/domain/job/job';
import { taskQueues } from '../../../shared/messages/task-queues';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { requestErasure, seededJob } from '../../support/erasure';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

describe('the queue of erasures', () => {
  let env: InProcessEnv;
  beforeAll(async () => {
    env = await createInProcessEnv();
  }, 60_000);
  afterAll(() => env.close());
  jest.setTimeout(60_000);

  const ended = async (): Promise<Job> => {
    const { ID } = await env.post(seededJob());
    return env.reach(ID, ({ State }) => State === 'completed', 40_000);
  };
  const deleted = (job: Job): Promise<Job> => env.reach(job.ID, ({ State }) => State === 'deleted', 40_000);

  it('has all that an erasure takes, and nothing of an erasure is in the way of calls', async () => {
    const job = await ended();
    await env.restart({ queues: ['jobs', 'calls', 'webhooks'] });
    await requestErasure(env.deps, job);
    const history = () => env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).fetchHistory();
    await until(history, ({ events = [] }) => (events?.length ?? 0) >= 2);
    await ended();
    expect((await history()).events).toHaveLength(2);
    await env.restart({ queues: ['erasures'] });
    await deleted(job);
    await env.restart();
  });

  it('leaves the erasures that an earlier version began to the queue on which they began', async () => {
    const job = await ended();
    const { OrgID: orgId, CampaignID: campaignId, ID: jobId } = job;
    await env.restart({ queues: ['jobs'] });
    await env.deps.store.jobs.requestErasure({ orgId, campaignId, jobId }, Date.now());
    const workflowId = piiDeletionWorkflowId(job.ID);
    await env.client.workflow.start('piiDeletionWorkflow', {
      workflowId,
      taskQueue: taskQueues.jobs,
      args: [{ jobId }],
    });
    await deleted(job);
    await env.restart();
  });
});
