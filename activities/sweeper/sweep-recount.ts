import type { JobWithoutFacts } from '../../shared/adapters/mongo/stats/recount';
import { callFactsOf, withObjective, type CallFact } from '../../shared/domain/stats/call-facts';
import { isErasing } from '../../shared/domain/job/state';
import type { ActivityDeps } from '../deps';
import type { Swept } from './sweep-each';

const jobsPerBatch = 500;

/**
 * Looks at the next jobs of a walk over all of them, and has those counted that are not: jobs of earlier versions, and
 * those that a process of an earlier version changed during an upgrade. The first walk begins at once, later ones daily.
 */
export async function sweepRecount(deps: Pick<ActivityDeps, 'store' | 'clock'>, nowMs: number): Promise<Swept> {
  const { recount } = deps.store.stats;
  const cursor = await recount.findCursor(nowMs);
  if (cursor === undefined) return { items: 0, more: false };
  const batch = await recount.readBatch(cursor, jobsPerBatch);
  for (const job of batch.withoutFacts) await recount.saveCallFacts(job, await readCallFacts(deps, job));
  await recount.mark(batch.differing);
  // After the marks: counts as of a later instant have them.
  await recount.advance(batch.cursor, await deps.clock.nowMs());
  return { items: 0, more: batch.cursor !== undefined };
}

/** The facts of the calls of a job of an earlier version. */
async function readCallFacts({ store }: Pick<ActivityDeps, 'store'>, job: JobWithoutFacts): Promise<CallFact[]> {
  const { DefaultCallerID } =
    (await store.campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined))?.config ?? {};
  const CallerID = job.CallerID ?? DefaultCallerID;
  const calls = await store.calls.listSummariesByJob(job.ID);
  const facts = callFactsOf(calls.map((call) => ({ ...(CallerID === undefined ? {} : { CallerID }), ...call })));
  // A job that is erased no longer shows that it was completed; its events do.
  const completed = job.State === 'completed' || (isErasing(job.State) && (await store.events.wasCompleted(job.ID)));
  return completed ? withObjective(facts) : facts;
}
