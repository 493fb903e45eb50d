import { jobStartOptions } from '../../../shared/adapters/temporal/job-start';
import type { Job } from '../../../shared/domain/job/job';
import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import { addWebhook, requestErasure, seededJob } from '../../support/erasure';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { ok, startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';

interface Run {
  workflowId: string;
  runId: string;
}

describe('the erasure of the histories of a job', () => {
  const processes = createProcesses();
  let env: InProcessEnv;
  let receiver: Receiver;
  beforeAll(async () => {
    const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': '40' };
    env = await createInProcessEnv({ temporal: await processes.temporal({ dynamicConfig }) });
    receiver = await startReceiver();
    receiver.behave(ok);
  }, 60_000);
  afterAll(async () => {
    await receiver.stop();
    await env.close();
    await processes.end();
  });
  afterEach(() => jest.restoreAllMocks());
  jest.setTimeout(60_000);

  const waiting = (): Promise<Job> => env.post(seededJob({ Overrides: { Constraints: { MinCreationDelay: '100h' } } }));
  const cancel = async (job: Job): Promise<void> => {
    const key = { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID };
    await env.deps.store.jobs.requestCancel(key, Date.now());
    await env.deps.workflows.wakeJob(job);
    await env.handle(job.ID).result();
  };
  const erase = async (job: Job): Promise<void> => {
    await requestErasure(env.deps, job);
    await env.reach(job.ID, ({ State }) => State === 'deleted', 40_000);
  };
  const list = async (query: string): Promise<Run[]> => {
    const found: Run[] = [];
    for await (const { workflowId, runId } of env.client.workflow.list({ query })) found.push({ workflowId, runId });
    return found;
  };
  const runsOf = (job: Job, count: number): Promise<Run[]> =>
    until(
      () => list(`WorkflowId = '${jobWorkflowId(job.ID)}'`),
      (found) => found.length >= count,
    );
  /** Not by the list, which lags. */
  const readable = async (runs: readonly Run[]): Promise<Run[]> => {
    const found = await Promise.all(
      runs.map((run) =>
        env.client.workflow
          .getHandle(run.workflowId, run.runId)
          .fetchHistory()
          .then(
            () => [run],
            () => [],
          ),
      ),
    );
    return found.flat();
  };

  /** Each leaves an ended job whose workflow had the returned number of runs, of which the server names only the latest. */
  const courses: Record<string, (job: Job) => Promise<number>> = {
    'was started again after an operator terminated it': async (job) => {
      for (const _time of ['first', 'second']) {
        await env.handle(job.ID).terminate();
        await env.deps.workflows.wakeJob(job);
      }
      await cancel(job);
      return 3;
    },
    'continued as new': async (job) => {
      const { runId } = await env.handle(job.ID).describe();
      for (let hours = 1; (await env.handle(job.ID).describe()).runId === runId; hours++) {
        await env.deps.workflows.rescheduleJob(job.ID, Date.now() + hours * 3_600_000);
      }
      await cancel(job);
      return 2;
    },
    'was reset by an operator': async (job) => {
      await cancel(job);
      const { events } = await env.handle(job.ID).fetchHistory();
      const firstTaskCompleted = events!.find((event) => event.workflowTaskCompletedEventAttributes)!.eventId!;
      await env.client.workflowService.resetWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: jobWorkflowId(job.ID) },
        reason: 'test',
        requestId: job.ID,
        workflowTaskFinishEventId: firstTaskCompleted,
      });
      await env.handle(job.ID).result();
      return 2;
    },
    'was started by an earlier version, which marked no run': async (job) => {
      for (const _time of ['first', 'second']) {
        await env.handle(job.ID).terminate();
        await env.client.workflow.start('jobWorkflow', jobStartOptions(job));
      }
      await cancel(job);
      return 3;
    },
  };

  it.each(Object.entries(courses))('leaves no run readable of a workflow that %s', async (_what, take) => {
    const job = await waiting();
    const runs = await runsOf(job, await take(job));
    expect(await readable(runs)).toEqual(runs);
    const listed = jest.spyOn(env.client.workflowService, 'listWorkflowExecutions');
    await erase(job);
    expect(await readable(runs)).toEqual([]);
    expect(listed).toHaveBeenCalled();
  });

  it('leaves no delivery readable, nor its redeliveries, and never lists workflows', async () => {
    const { store, workflows } = env.deps;
    const webhookId = await addWebhook(store, receiver.url);
    const job = await waiting();
    await cancel(job);
    const summary = () => store.deliveries.summarizeByJob(job.ID);
    const delivered = () => until(summary, ({ keys, pending }) => keys.length === 3 && pending === 0);
    await delivered();
    const { keys } = await summary();
    for (const after of [1, 2]) {
      const delivery = await store.deliveries.find(store.deliveries.idOf(keys[0]!));
      await store.deliveries.reopen(delivery!, Date.now());
      await workflows.startDelivery({ ...keys[0]!, after }, { ...delivery!.Event, webhooks: 1 });
      await delivered();
    }
    const ofDeliveries = () => list(`WorkflowId STARTS_WITH 'webhook/${webhookId}/${job.ID}/'`);
    const runs = await until(ofDeliveries, ({ length }) => length === 5);
    await env.deps.store.webhooks.remove(job.OrgID, webhookId);
    const listed = jest.spyOn(env.client.workflowService, 'listWorkflowExecutions');
    await erase(job);
    expect(listed).not.toHaveBeenCalled();
    expect(await readable([...runs, ...(await runsOf(job, 0))])).toEqual([]);
  });
});
