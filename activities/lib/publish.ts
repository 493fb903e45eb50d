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

/** What a job's last move has to tell. Its creation is told with its first move: that saves each new job a round of its own. */
const toEvents = (job: Job): JobStateEvent[] => {
  const last = toEvent(job);
  if (job.Sequence !== 2) return [last];
  return [{ ...last, sequence: 1, state: 'created', eventTimeMs: job.CreatedMS }, last];
};

/**
 * Tells a job's last move: the analytics event, and one delivery for each receiver that was registered by then. Harmless to repeat, ids
 * are made from the move. The deliveries are written first; one whose workflow cannot be started now is started by the sweeper, so that
 * no call waits for a webhook.
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

/** Opens and starts an event's deliveries. */
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
