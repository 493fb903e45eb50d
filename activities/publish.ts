import type { Job } from '../shared/domain/job/job';
import type { JobStateEvent } from '../shared/domain/webhook/event';
import { wants } from '../shared/domain/webhook/webhook';
import type { ActivityDeps } from './deps';

type PublishDeps = Pick<ActivityDeps, 'store' | 'flows' | 'clock' | 'logger'>;

const eventOf = (job: Job): JobStateEvent => ({
  orgId: job.OrgID,
  campaignId: job.CampaignID,
  jobId: job.ID,
  sequence: job.Sequence,
  state: job.State,
  eventTimeMs: job.EventTimeMS,
  testJob: job.TestJob === true,
});

/**
 * Tells a job's last move: the analytics event, and one delivery for each receiver that was registered by then. Harmless to repeat, ids
 * are made from the move. The deliveries are written first; one whose workflow cannot be started now is started by the sweeper, so that
 * no call waits for a webhook.
 */
export async function publishMove({ store, flows, clock, logger }: PublishDeps, job: Job): Promise<void> {
  const event = eventOf(job);
  const reason = job.FailureReason === undefined ? {} : { FailureReason: job.FailureReason };
  const [webhooks] = await Promise.all([store.webhooks.list(job.OrgID), store.events.recordState(event, reason)]);
  const receivers = webhooks.filter((webhook) => wants(webhook, event));
  if (receivers.length === 0) return;
  const nowMs = await clock.nowMs();
  await Promise.all(
    receivers.map(async ({ ID: webhookId }) => {
      await store.deliveries.open(webhookId, event, nowMs);
      const { jobId, sequence, orgId, campaignId, state } = event;
      await flows
        .startDelivery({ webhookId, jobId, sequence }, { orgId, campaignId, state })
        .catch((error: unknown) => {
          logger.warn({ jobId, webhookId, sequence, err: error }, 'webhook.start_deferred');
        });
    }),
  );
}
