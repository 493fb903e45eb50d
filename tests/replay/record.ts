import { isRunning } from '../../shared/domain/job/state';
import type { Job } from '../../shared/domain/job/job';
import {
  bulkActionWorkflowId,
  jobImportWorkflowId,
  jobWorkflowId,
  piiDeletionWorkflowId,
} from '../../shared/messages/workflow-ids';
import { erasurePace } from '../../activities/lib/erasure-pace';
import { simulated } from '../support/builders';
import { storeBulkAction } from '../support/bulk-actions';
import { storeImport } from '../support/imports';
import { cutOff } from '../support/cut-off';
import type { InProcessEnv } from '../support/in-process-env';
import { until } from '../support/until';
import { webhookCourses } from './webhook-courses';

const quick = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 });
const waitingLong = { ...quick, Constraints: { MinCreationDelay: '20h' } };
const keyOf = (job: Job) => ({ orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID });

/** Runs one course of a workflow to its end. @returns the id of the workflow whose history is kept */
export type Course = (testEnv: InProcessEnv) => Promise<string>;

const ended = async (testEnv: InProcessEnv, { ID }: Job): Promise<string> => {
  await testEnv.reach(ID, ({ State }) => !isRunning(State), 60_000);
  await testEnv.handle(ID).result();
  return jobWorkflowId(ID);
};
const waiting = async (testEnv: InProcessEnv): Promise<Job> => {
  const { ID } = await testEnv.post({ Overrides: waitingLong });
  return testEnv.reach(ID, ({ State }) => State === 'scheduled');
};
const cancel = async (testEnv: InProcessEnv, job: Job): Promise<void> => {
  await testEnv.deps.store.jobs.requestCancel(keyOf(job), Date.now());
  await testEnv.deps.workflows.wakeJob(job);
};

async function cancelInCall(testEnv: InProcessEnv): Promise<string> {
  const job = await testEnv.post({ Overrides: simulated({ RingSeconds: 0, TalkSeconds: 600 }) });
  await until(
    async () => (await testEnv.deps.store.calls.listByJob(job.ID))[0]?.State,
    (state) => state === 'active',
  );
  await cancel(testEnv, job);
  return ended(testEnv, job);
}

async function erase(testEnv: InProcessEnv): Promise<string> {
  const job = await waiting(testEnv);
  await testEnv.deps.store.jobs.requestErasure(keyOf(job), Date.now());
  await testEnv.deps.workflows.startErasure(job);
  await testEnv.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
  return piiDeletionWorkflowId(job.ID);
}

/** Jobs that publish their first events, wait for a call, and are canceled. */
const webhookJobs = (testEnv: InProcessEnv) => ({
  post: () => testEnv.post({ Overrides: waitingLong }),
  end: async (job: Job) => {
    await cancel(testEnv, job);
    await ended(testEnv, job);
  },
});

const complete = async (testEnv: InProcessEnv): Promise<string> =>
  ended(testEnv, await testEnv.post({ Overrides: quick }));

const tryAgain = async (testEnv: InProcessEnv): Promise<string> =>
  ended(
    testEnv,
    await testEnv.post({
      Overrides: simulated({ Scenario: 'contact_busy', RingSeconds: 0 }, { Constraints: { MaxTotalCalls: 2 } }),
    }),
  );

async function cancelWhileWaiting(testEnv: InProcessEnv): Promise<string> {
  const job = await waiting(testEnv);
  await cancel(testEnv, job);
  return ended(testEnv, job);
}

async function reschedule(testEnv: InProcessEnv): Promise<string> {
  const job = await waiting(testEnv);
  await testEnv.deps.workflows.rescheduleJob(job.ID, Date.now() + 3_600_000);
  await testEnv.deps.workflows.rescheduleJob(job.ID, Date.now());
  return ended(testEnv, job);
}

/** The courses whose histories today's workflows must still be able to replay: one for each branch that a history can take. */
export const courses: Record<string, Course> = {
  // Saved before and after jobs were planned where they are made.
  'job-completed': complete,
  'job-planned-and-completed': complete,
  'job-tried-again': tryAgain,
  'job-planned-and-tried-again': tryAgain,
  'job-canceled-while-waiting': cancelWhileWaiting,
  'job-planned-and-canceled': cancelWhileWaiting,
  'job-rescheduled': reschedule,
  'job-planned-and-rescheduled': reschedule,

  // Saved before and after the analysis of canceled calls.
  'job-canceled-in-call': cancelInCall,
  'job-canceled-and-analyzed': cancelInCall,

  'job-canceled-while-cut-off': async (testEnv) => {
    await testEnv.restart({ replace: cutOff });
    const job = await testEnv.post({
      Overrides: simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 600 }),
    });
    await until(
      async () => (await testEnv.handle(job.ID).describe()).raw.pendingActivities?.[0]?.activityType?.name,
      (name) => name === 'reconcileCall',
    );
    await cancel(testEnv, job);
    return ended(testEnv, job);
  },

  'job-refused-when-due': async (testEnv) => {
    let refused = false;
    await testEnv.restart({
      replace: ({ placeCall, loadJob }) => ({
        placeCall: (at) => (refused ? placeCall(at) : ((refused = true), loadJob(at.jobId))),
      }),
    });
    return ended(testEnv, await testEnv.post({ Overrides: quick }));
  },

  'job-rescheduled-while-queued': async (testEnv) => {
    await testEnv.restart({ queues: ['jobs'] });
    const job = await testEnv.post({ Overrides: quick });
    await until(
      async () => (await testEnv.handle(job.ID).describe()).raw.pendingActivities?.length ?? 0,
      (count) => count > 0,
    );
    await testEnv.deps.workflows.rescheduleJob(job.ID, Date.now() + 3_000);
    await testEnv.restart();
    return ended(testEnv, job);
  },

  'job-replanned': async (testEnv) => {
    const job = await waiting(testEnv);
    const Overrides = { ...quick, Constraints: { MinCreationDelay: '1s' } };
    await testEnv.deps.store.jobs.update(keyOf(job), { Overrides }, Date.now());
    await testEnv.deps.workflows.replanJob(job.ID);
    return ended(testEnv, job);
  },

  'job-let-go-for-erasure': async (testEnv) => {
    const job = await waiting(testEnv);
    await testEnv.deps.store.jobs.requestErasure(keyOf(job), Date.now());
    await testEnv.deps.workflows.wakeJob(job);
    return ended(testEnv, job);
  },

  // Saved as each version of the workflow ran: the last is what runs now, on a queue of its own.
  'pii-deletion': erase,
  'pii-deletion-with-histories': erase,
  'pii-deletion-in-few-steps': erase,
  'pii-deletion-on-its-queue': erase,

  'job-import': async (testEnv) => {
    const bulkImport = await storeImport(testEnv.deps, testEnv.campaignId, { rows: 30, nowMs: Date.now() });
    await testEnv.deps.workflows.startImport(bulkImport);
    await testEnv.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
    // The environment closes after the first steps of its jobs.
    const { jobLists } = testEnv.deps.store;
    await until(
      () => jobLists.countByImport(bulkImport),
      ({ scheduled }) => scheduled === 30,
      60_000,
    );
    return jobImportWorkflowId(bulkImport.ID);
  },

  // Erasures pause after each full batch; the request for the end of the pause is the other branch.
  'bulk-action': async (testEnv) => {
    for (let n = 0; n < erasurePace.jobs + 1; n++)
      await testEnv.insert({ State: 'completed', Sequence: 4, CampaignID: testEnv.campaignId });
    const CreatedMS = Date.now();
    const { ID } = await storeBulkAction(testEnv.deps, { CampaignID: testEnv.campaignId, Action: 'erase', CreatedMS });
    const { bulkActions } = testEnv.deps.store;
    const action = await bulkActions.load(ID);
    await testEnv.deps.workflows.startBulkAction(action!);
    await until(
      () => bulkActions.load(ID),
      (current) => current?.Batches === 1,
      60_000,
    );
    await testEnv.deps.workflows.startBulkAction(action!);
    await testEnv.client.workflow.getHandle(bulkActionWorkflowId(ID)).result();
    return bulkActionWorkflowId(ID);
  },
  // A short one ends with its first activity.
  'bulk-action-of-few-jobs': async (testEnv) => {
    const CreatedMS = Date.now();
    const few = { CampaignID: 'campaign_empty', Action: 'cancel', CreatedMS } as const;
    const action = await storeBulkAction(testEnv.deps, few);
    await testEnv.deps.workflows.startBulkAction(action);
    await testEnv.client.workflow.getHandle(bulkActionWorkflowId(action.ID)).result();
    return bulkActionWorkflowId(action.ID);
  },

  ...Object.fromEntries(
    Object.entries(webhookCourses).map(([name, run]) => [
      name,
      (testEnv: InProcessEnv) => run(testEnv, webhookJobs(testEnv)),
    ]),
  ),
};
