import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookSecret } from '../../shared/adapters/webhook/signature';
import { isRunning } from '../../shared/domain/job/state';
import type { Job } from '../../shared/domain/job/job';
import { jobImportWorkflowId, jobWorkflowId, piiDeletionWorkflowId } from '../../shared/messages/workflow-ids';
import { orgId, simulated } from '../support/builders';
import { storeImport } from '../support/imports';
import type { InProcessEnv } from '../support/in-process-env';
import { until } from '../support/until';

const quick = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 });
const waitingLong = { ...quick, Constraints: { MinCreationDelay: '20h' } };
const keyOf = (job: Job) => ({ orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID });

/** Runs one course of a workflow to its end. @returns the id of the workflow whose history is kept */
export type Course = (world: InProcessEnv) => Promise<string>;

const ended = async (world: InProcessEnv, { ID }: Job): Promise<string> => {
  await world.reach(ID, ({ State }) => !isRunning(State), 60_000);
  await world.handle(ID).result();
  return jobWorkflowId(ID);
};
const waiting = async (world: InProcessEnv): Promise<Job> => {
  const { ID } = await world.post({ Overrides: waitingLong });
  return world.reach(ID, ({ State }) => State === 'scheduled');
};
const cancel = async (world: InProcessEnv, job: Job): Promise<void> => {
  await world.deps.store.jobs.requestCancel(keyOf(job), Date.now());
  await world.deps.workflows.wakeJob(job);
};

async function erase(world: InProcessEnv): Promise<string> {
  const job = await waiting(world);
  await world.deps.store.jobs.requestErasure(keyOf(job), Date.now());
  await world.deps.workflows.startErasure(job);
  await world.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
  return piiDeletionWorkflowId(job.ID);
}

async function deliverAfterTwoFailures(world: InProcessEnv): Promise<string> {
  let requests = 0;
  const receiver = createServer((_req, res) => {
    requests += 1;
    res.writeHead(requests <= 2 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const webhookId = 'webhook_recorded';
  await world.deps.store.webhooks.insert(
    {
      ID: webhookId,
      OrgID: orgId,
      DestinationURL: `http://127.0.0.1:${port}/`,
      CreatedMS: Date.now(),
      Enabled: true,
    },
    { secrets: [createWebhookSecret()], headers: {} },
  );
  const job = await world.post({ Overrides: waitingLong });
  await until(
    () => requests,
    (count) => count >= 3,
    60_000,
  );
  const delivery = async () => (await world.deps.store.deliveries.find(`${webhookId}-${job.ID}-1`))?.State;
  await until(delivery, (state) => state === 'delivered', 60_000);
  await world.deps.store.webhooks.remove(orgId, webhookId);
  await cancel(world, job);
  await ended(world, job);
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  return `webhook/${webhookId}/${job.ID}/1`;
}

/** The courses whose histories today's workflows must still be able to replay: one for each branch that a history can take. */
export const courses: Record<string, Course> = {
  'job-completed': async (world) => ended(world, await world.post({ Overrides: quick })),

  'job-tried-again': async (world) =>
    ended(
      world,
      await world.post({
        Overrides: simulated({ Scenario: 'contact_busy', RingSeconds: 0 }, { Constraints: { MaxTotalCalls: 2 } }),
      }),
    ),

  'job-canceled-while-waiting': async (world) => {
    const job = await waiting(world);
    await cancel(world, job);
    return ended(world, job);
  },

  'job-canceled-in-call': async (world) => {
    const job = await world.post({ Overrides: simulated({ RingSeconds: 0, TalkSeconds: 600 }) });
    await until(
      async () => (await world.deps.store.calls.listByJob(job.ID))[0]?.State,
      (state) => state === 'active',
    );
    await cancel(world, job);
    return ended(world, job);
  },

  'job-rescheduled': async (world) => {
    const job = await waiting(world);
    await world.deps.workflows.rescheduleJob(job.ID, Date.now() + 3_600_000);
    await world.deps.workflows.rescheduleJob(job.ID, Date.now());
    return ended(world, job);
  },

  'job-replanned': async (world) => {
    const job = await waiting(world);
    const Overrides = { ...quick, Constraints: { MinCreationDelay: '1s' } };
    await world.deps.store.jobs.update(keyOf(job), { Overrides }, Date.now());
    await world.deps.workflows.replanJob(job.ID);
    return ended(world, job);
  },

  'job-let-go-for-erasure': async (world) => {
    const job = await waiting(world);
    await world.deps.store.jobs.requestErasure(keyOf(job), Date.now());
    await world.deps.workflows.wakeJob(job);
    return ended(world, job);
  },

  // Saved as each version of the workflow ran: the last is what runs now.
  'pii-deletion': erase,
  'pii-deletion-with-histories': erase,
  'pii-deletion-in-few-steps': erase,

  'job-import': async (world) => {
    const bulkImport = await storeImport(world.deps, world.campaignId, { rows: 30, nowMs: Date.now() });
    await world.deps.workflows.startImport(bulkImport);
    await world.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
    // The world is closed behind its jobs' first steps.
    const { jobLists } = world.deps.store;
    await until(
      () => jobLists.countByImport(bulkImport),
      ({ scheduled }) => scheduled === 30,
      60_000,
    );
    return jobImportWorkflowId(bulkImport.ID);
  },

  'webhook-delivered-after-two-failures': deliverAfterTwoFailures,
};
