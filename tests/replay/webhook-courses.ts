import { createWebhookSecret } from '../../shared/adapters/webhook/signature';
import type { Job } from '../../shared/domain/job/job';
import { orgId } from '../support/builders';
import type { InProcessEnv } from '../support/in-process-env';
import { failing, ok, startReceiver, type Behavior, type Receiver } from '../support/receiver';
import { until } from '../support/until';

const webhookId = 'webhook_recorded';
const keyOf = ({ ID: jobId }: Job) => ({ webhookId, jobId, sequence: 1 });

/** Jobs that publish events and wait, and what ends them. */
interface Jobs {
  post: () => Promise<Job>;
  end: (job: Job) => Promise<unknown>;
}
interface WebhookCourse {
  testEnv: InProcessEnv;
  receiver: Receiver;
  post: () => Promise<Job>;
  /** Waits until a job's first delivery has had this many attempts. */
  attempted: (job: Job, count: number) => Promise<unknown>;
  delivered: (job: Job) => Promise<unknown>;
}

/** Registers a webhook for the time of one course. @returns the id of the workflow of the job's first delivery */
async function withWebhook(
  testEnv: InProcessEnv,
  jobs: Jobs,
  run: (course: WebhookCourse) => Promise<Job>,
): Promise<string> {
  const { store } = testEnv.deps;
  const receiver = await startReceiver();
  const webhook = { ID: webhookId, OrgID: orgId, DestinationURL: receiver.url, CreatedMS: Date.now(), Enabled: true };
  await store.webhooks.insert(webhook, { secrets: [createWebhookSecret()], headers: {} });
  const posted: Job[] = [];
  const post = async () => {
    const job = await jobs.post();
    posted.push(job);
    return job;
  };
  const find = (job: Job) => store.deliveries.find(store.deliveries.idOf(keyOf(job)));
  const attempted = (job: Job, count: number) =>
    until(
      () => find(job),
      (delivery) => delivery?.Attempts.length === count,
      60_000,
    );
  const delivered = (job: Job) =>
    until(
      () => find(job),
      (delivery) => delivery?.State === 'delivered',
      60_000,
    );
  const { ID } = await run({ testEnv, receiver, post, attempted, delivered });
  await store.webhooks.remove(orgId, webhookId);
  for (const job of posted) await jobs.end(job);
  await receiver.stop();
  const workflowId = `webhook/${webhookId}/${ID}/1`;
  await testEnv.client.workflow.getHandle(workflowId).result();
  return workflowId;
}

/** Refuses the first requests of each job's first delivery. */
function refuse(receiver: Receiver, requests: number, refusal: Behavior): void {
  const counts = new Map<string, number>();
  receiver.behave(({ headers }) => {
    const id = headers['webhook-id'] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return id.endsWith('_1') && counts.get(id)! <= requests ? refusal : ok;
  });
}

const deliverAfterTwoFailures = (testEnv: InProcessEnv, jobs: Jobs): Promise<string> =>
  withWebhook(testEnv, jobs, async ({ receiver, post, delivered }) => {
    refuse(receiver, 2, failing);
    const job = await post();
    await delivered(job);
    return job;
  });

/** One course for each branch that the history of a delivery can take. */
export const webhookCourses: Record<string, (testEnv: InProcessEnv, jobs: Jobs) => Promise<string>> = {
  // Saved before and after Temporal's retry policy made the attempts.
  'webhook-delivered-after-two-failures': deliverAfterTwoFailures,
  'webhook-retried-by-policy': deliverAfterTwoFailures,

  'webhook-delivered-locally': (testEnv, jobs) =>
    withWebhook(testEnv, jobs, async ({ post, delivered }) => {
      await delivered(await post());
      const job = await post();
      await delivered(job);
      return job;
    }),

  'webhook-failed-locally': (testEnv, jobs) =>
    withWebhook(testEnv, jobs, async ({ receiver, post, delivered }) => {
      await delivered(await post());
      refuse(receiver, 1, failing);
      const job = await post();
      await delivered(job);
      return job;
    }),

  'webhook-hastened': (testEnv, jobs) =>
    withWebhook(testEnv, jobs, async ({ receiver, post, attempted, delivered }) => {
      refuse(receiver, 1, { kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
      const job = await post();
      await attempted(job, 1);
      const handle = testEnv.client.workflow.getHandle(`webhook/${webhookId}/${job.ID}/1`);
      await until(
        async () => (await handle.describe()).raw.pendingActivities?.[0],
        (activity) => (activity?.attempt ?? 0) > 1,
      );
      const { store, workflows } = testEnv.deps;
      await store.deliveries.hasten(store.deliveries.idOf(keyOf(job)), Date.now());
      await workflows.wakeDelivery(keyOf(job));
      await delivered(job);
      return job;
    }),
};
