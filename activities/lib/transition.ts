import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import type { JobDecision } from '../../shared/domain/job/decisions';
import type { Job } from '../../shared/domain/job/job';
import type { JobStateEvent } from '../../shared/domain/webhook/event';
import { isSubscribed, type Webhook } from '../../shared/domain/webhook/webhook';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';

export type TransitionDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'clock' | 'metrics'>;

/** A job, and the sequence number at which its workflow last saw it. */
export interface TransitionInput {
  jobId: string;
  sequence: number;
}

/**
 * Reads a job, decides, applies the transition by compare-and-set and publishes it. Idempotent: if an earlier attempt
 * applied the transition, it only publishes again.
 * @param at.current the job, if the caller has just read it
 * @returns the job afterwards, or `undefined` if it does not exist
 */
export async function applyTransition(
  deps: TransitionDeps,
  { jobId, sequence, current }: TransitionInput & { current?: Job },
  decide: (job: Job, nowMs: number) => JobDecision | Promise<JobDecision>,
): Promise<Job | undefined> {
  const job = current ?? (await deps.store.jobs.load(jobId));
  if (job === undefined) return undefined;
  if (job.Sequence === sequence + 1) {
    await publishTransition(deps, job);
    return job;
  }
  if (job.Sequence !== sequence) {
    // Another writer, or a database restored from a backup: a retry cannot succeed.
    const message = `Job ${jobId} is at transition ${job.Sequence}, not ${sequence}.`;
    throw ApplicationFailure.nonRetryable(message, failureTypes.staleJob);
  }
  const nowMs = await deps.clock.nowMs();
  const decision = await decide(job, nowMs);
  if (decision === 'stay') return (await deps.store.jobs.load(jobId)) ?? job;
  const updated = await deps.store.jobTransitions.apply({
    jobId,
    fromSequence: sequence,
    to: decision.to,
    nowMs,
    set: decision.set ?? {},
    current: job,
  });
  if (updated.Sequence === sequence) return updated;
  deps.metrics.jobs.recordTransition(job.State, updated.State);
  await publishTransition(deps, updated);
  return updated;
}

type PublishDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'clock'>;

const toEvent = (job: Job): JobStateEvent => ({
  orgId: job.OrgID,
  campaignId: job.CampaignID,
  jobId: job.ID,
  sequence: job.Sequence,
  state: job.State,
  eventTimeMs: job.EventTimeMS,
  testJob: job.TestJob === true,
});

/** The events of a job's last transition. Its first transition also publishes its creation, which saves each new job a round trip. */
const toEvents = (job: Job): JobStateEvent[] => {
  const last = toEvent(job);
  if (job.Sequence !== 2) return [last];
  return [{ ...last, sequence: 1, state: 'created', eventTimeMs: job.CreatedMS }, last];
};

/**
 * Publishes a job's last transition: the analytics events, and one delivery per webhook that was registered by then.
 * Idempotent: ids derive from the transition. The deliveries are stored first, and their workflows started in the
 * background; the sweeper starts those that are lost. A call that is about to be dialed does not wait for the starts. Other
 * steps wait for a moment, so that they do not create deliveries faster than Temporal starts them.
 */
export async function publishTransition(deps: PublishDeps, job: Job): Promise<void> {
  const { store } = deps;
  const events = toEvents(job);
  const reason = job.FailureReason === undefined ? {} : { FailureReason: job.FailureReason };
  const [webhooks] = await Promise.all([
    store.webhooks.list(job.OrgID),
    store.events.recordStates(events.map((event) => [event, event.state === job.State ? reason : {}])),
  ]);
  const opened = await Promise.all(events.map((event) => openDeliveries(deps, event, webhooks)));
  const starts = opened
    .flat()
    .map(({ webhookId, event: { jobId, sequence, ...about } }) =>
      deps.deliveries.start({ webhookId, jobId, sequence }, { ...about, webhooks: webhooks.length }),
    );
  if (starts.length > 0 && job.State !== 'calling') await Promise.race([Promise.all(starts), maxWaitForStarts()]);
}

const maxWaitForStartsMs = 1_000;
const maxWaitForStarts = (): Promise<void> => sleep(maxWaitForStartsMs, undefined, { ref: false });

/** Stores an event's deliveries. */
async function openDeliveries(
  { store, clock }: PublishDeps,
  event: JobStateEvent,
  webhooks: readonly Webhook[],
): Promise<{ webhookId: string; event: JobStateEvent }[]> {
  const receivers = webhooks.filter((webhook) => isSubscribed(webhook, event));
  if (receivers.length === 0) return [];
  const nowMs = await clock.nowMs();
  return Promise.all(
    receivers.map(async ({ ID: webhookId }) => {
      await store.deliveries.open(webhookId, event, nowMs);
      return { webhookId, event };
    }),
  );
}
