import type { Job } from '../../shared/domain/job/job';
import type { JobStateEvent } from '../../shared/domain/webhook/event';
import { isSubscribed, type Webhook } from '../../shared/domain/webhook/webhook';
import type { ActivityDeps } from '../deps';

type PublishDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger'>;

const toEvent = (job: Job): JobStateEvent => ({
  orgId: job.OrgID,
  campaignId: job.CampaignID,
  jobId: job.ID,
  sequence: job.Sequence,
  state: job.State,
  eventTimeMs: job.EventTimeMS,
  testJob: job.TestJob === true,
});

/**
 * The events of a job's last transition. Its first transition also publishes its creation, which saves each new job a
 * round trip.
 */
const toEvents = (job: Job): JobStateEvent[] => {
  const last = toEvent(job);
  if (job.Sequence !== 2) return [last];
  return [{ ...last, sequence: 1, state: 'created', eventTimeMs: job.CreatedMS }, last];
};

/**
 * Publishes a job's last transition: the analytics events, and one delivery per webhook that was registered by then.
 * Idempotent: ids derive from the transition. The deliveries are stored first. If a workflow cannot be started now, the
 * sweeper starts it later, so no call waits for a webhook.
 */
export async function publishTransition(deps: PublishDeps, job: Job): Promise<void> {
  const { store } = deps;
  const events = toEvents(job);
  const reason = job.FailureReason === undefined ? {} : { FailureReason: job.FailureReason };
  const [webhooks] = await Promise.all([
    store.webhooks.list(job.OrgID),
    store.events.recordStates(events.map((event) => [event, event.state === job.State ? reason : {}])),
  ]);
  for (const event of events) await startDeliveries(deps, event, webhooks);
}

/** Stores an event's deliveries and starts their workflows. */
async function startDeliveries(
  { store, workflows, clock, logger }: PublishDeps,
  event: JobStateEvent,
  webhooks: readonly Webhook[],
): Promise<void> {
  const receivers = webhooks.filter((webhook) => isSubscribed(webhook, event));
  if (receivers.length === 0) return;
  const nowMs = await clock.nowMs();
  await Promise.all(
    receivers.map(async ({ ID: webhookId }) => {
      await store.deliveries.open(webhookId, event, nowMs);
      const { jobId, sequence, orgId, campaignId, state } = event;
      await workflows
        .startDelivery({ webhookId, jobId, sequence }, { orgId, campaignId, state })
        .catch((error: unknown) => {
          logger.warn({ jobId, webhookId, sequence, err: error }, 'webhook.start_deferred');
        });
    }),
  );
}
