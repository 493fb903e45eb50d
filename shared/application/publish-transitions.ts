import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../domain/job/job';
import type { JobStateEvent } from '../domain/webhook/event';
import { deliverEvents, type PublishDeps } from './publish-event';

export type { PublishDeps } from './publish-event';

const toEvent = (job: Job): JobStateEvent => ({
  orgId: job.OrgID,
  campaignId: job.CampaignID,
  jobId: job.ID,
  sequence: job.Sequence,
  state: job.State,
  eventTimeMs: job.EventTimeMS,
  testJob: job.TestJob === true,
});

/** The events of a job's last transition. The second one also publishes the job's creation. */
const toEvents = (job: Job): JobStateEvent[] => {
  const last = toEvent(job);
  if (job.Sequence !== 2) return [last];
  return [{ ...last, sequence: 1, state: 'created', eventTimeMs: job.CreatedMS }, last];
};

const reasonOf = ({ FailureReason }: Job): Record<string, unknown> =>
  FailureReason === undefined ? {} : { FailureReason };

/**
 * Publishes the last transition of each job: the analytics events, and one delivery per webhook that was registered by
 * then. Idempotent: ids derive from the transition. The deliveries are stored first, and their workflows started in the
 * background; the sweeper starts those that are lost. A call that is about to be dialed does not wait for the starts.
 * Other steps wait for a moment, so that they do not create deliveries faster than Temporal starts them.
 * @param jobs jobs of one organization
 */
export async function publishTransitions(deps: PublishDeps, jobs: readonly Job[], nowMs: number): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  const published = jobs.flatMap((job) => toEvents(job).map((event) => ({ event, job })));
  const [webhooks] = await Promise.all([
    deps.store.webhooks.list(first.OrgID),
    deps.store.events.recordStates(
      published.map(({ event, job }) => [event, event.state === job.State ? reasonOf(job) : {}]),
    ),
  ]);
  const starts = await deliverEvents(deps, { events: published.map(({ event }) => event), webhooks }, nowMs);
  if (starts.length > 0 && first.State !== 'calling') await Promise.race([Promise.all(starts), maxWaitForStarts()]);
}

const maxWaitForStartsMs = 1_000;
const maxWaitForStarts = (): Promise<void> => sleep(maxWaitForStartsMs, undefined, { ref: false });
