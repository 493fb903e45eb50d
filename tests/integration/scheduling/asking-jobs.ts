import type { Job } from '../../../shared/domain/job/job';
import { callId } from '../../../shared/domain/call/call-record';
import type { QueuedCall } from '../../../shared/domain/job/queued-call';
import type { Holds } from '../../../shared/adapters/mongo/call-waiters';
import type { CallQuota } from '../../../shared/domain/planning/call-quotas';
import { aJob } from '../../support/builders';
import type { TestStore } from '../../support/worker';

export const startMs = Date.parse('2026-11-20T10:00:00Z');
export const minuteMs = 60_000;

type Answer = Awaited<ReturnType<TestStore['store']['callQuotas']['reserve']>>;
export type Reserved = Exclude<Answer, { queued: unknown }>;
export const isReserved = (answer: Answer): answer is Reserved => !('queued' in answer);

/** Nothing is held back but these campaigns. */
export const holdsOf = (held: (campaignId: string) => boolean): Holds => ({
  isHeld: () => Promise.resolve(false),
  findHeld: (campaignIds) => Promise.resolve(new Set(campaignIds.filter(held))),
});
export const noHolds = holdsOf(() => false);

let scopes = 0;
/** A scope of its own with these limits. */
export const aScope = (limits: Partial<CallQuota>, kind = 'organization'): CallQuota => ({
  scope: `${kind}/shared_${++scopes}`,
  MaxConcurrentCalls: 0,
  MaxCallsPerMinute: 0,
  MaxCallsPerDay: 0,
  ...limits,
});

/** Jobs that ask for places as their calls do, at instants that the test chooses. */
export function createAskingJobs(getStore: () => TestStore['store']) {
  const quotas = () => getStore().callQuotas;

  /** A job that is due, stored. */
  const aDueJob = async (fields: Partial<Job> = {}): Promise<Job> => {
    const job = aJob({ CreatedMS: startMs, State: 'scheduled', Sequence: 2, NextCallMS: startMs, ...fields });
    await getStore().jobs.insert(job);
    return job;
  };

  const queuedOf = async ({ ID }: Job): Promise<QueuedCall | undefined> => (await getStore().jobs.load(ID))?.Queued;

  /** Asks for a place as a job does when its call is due, and waits in the queue if there is none. */
  const ask = async (job: Job, quota: CallQuota, atMs: number, priority = 0): Promise<Answer> => {
    const queued = await queuedOf(job);
    const { OrgID, CampaignID } = job;
    const call = { ID: callId(job.ID, 1), JobID: job.ID, OrgID, CampaignID, queued, priority };
    const answer = await quotas().reserve(call, [quota], atMs);
    if (isReserved(answer)) return answer;
    await getStore().jobTransitions.enqueue(job, answer.queued);
    if (answer.announce) await quotas().announce(answer.announce, atMs);
    return answer;
  };
  const reserved = async (job: Job, quota: CallQuota, atMs: number): Promise<Reserved> => {
    const answer = await ask(job, quota, atMs);
    if (!isReserved(answer)) throw new Error(`Job ${job.ID} is queued: ${JSON.stringify(answer.queued)}`);
    return answer;
  };
  return {
    aDueJob,
    queuedOf,
    ask,
    reserved,
    handOver: async ({ scope }: CallQuota, atMs: number): Promise<string[]> =>
      (await quotas().handOver(scope, noHolds, atMs)).map(({ ID }) => ID),
    /** One call runs, and these jobs wait behind it, a second apart. */
    fill: async (quota: CallQuota, jobs: readonly Job[]): Promise<Reserved> => {
      const first = await reserved(await aDueJob(), quota, startMs);
      for (const [index, job] of jobs.entries()) await ask(job, quota, startMs + 1_000 * (index + 1));
      return first;
    },
  };
}
