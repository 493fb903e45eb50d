import { publishEvent } from '../../shared/application/publish-event';
import { optOutAuditId } from '../../shared/domain/audit/audit';
import { findOptOut } from '../../shared/domain/planning/after-call';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { suppressionOfCall } from '../../shared/domain/suppression/suppression';
import { eventOfCall } from '../../shared/domain/webhook/event';
import type { ActivityDeps } from '../deps';

/**
 * Suppresses the number of a contact who refused further calls, in every campaign of the organization. It comes before
 * the job is concluded, in the same step, so that no failure in between lets another job ring. Idempotent.
 * @returns the context as it is then
 */
export async function suppressContact(
  deps: Pick<ActivityDeps, 'store' | 'deliveries' | 'logger'>,
  context: JobContext,
  nowMs: number,
): Promise<JobContext> {
  const { store, logger } = deps;
  const reason = findOptOut(context);
  const call = context.calls.at(-1);
  if (reason === undefined || call === undefined) return context;
  const { ID: JobID, OrgID, CampaignID, PhoneNumber } = context.job;
  // An erased job has no number any more.
  if (PhoneNumber === '') return context;
  const Actor = { Kind: 'service', Name: 'opt-out' } as const;
  const target = { CampaignID, JobID, CallID: call.ID };
  const ID = optOutAuditId(call.ID);
  // The entry's id is left out: the log outlives the job and must not lead from it to the number.
  const entry = { ID, OrgID, Actor, ...target, CreatedMS: nowMs, Details: { Reason: reason } };
  await store.auditLog.record({ ...entry, Action: 'suppression.added' });
  await store.auditLog.link(JobID, ID);
  const suppression = suppressionOfCall(reason, { jobId: JobID, callId: call.ID }, nowMs);
  await store.suppressions.add({ orgId: OrgID }, [{ ...suppression, phoneNumber: PhoneNumber }], nowMs);
  const eventTimeMs = Math.max(nowMs, context.job.EventTimeMS);
  await publishEvent(deps, eventOfCall(call, 'contact_opted_out', eventTimeMs, { Reason: reason }), nowMs);
  logger.info({ jobId: JobID, callId: call.ID, reason }, 'contact.suppressed');
  return { ...context, suppression: { scope: 'organization', reason } };
}
