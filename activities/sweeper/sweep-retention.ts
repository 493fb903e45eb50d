import { retentionAuditId } from '../../shared/domain/audit/audit';
import type { ActivityDeps } from '../deps';
import { sweepEach } from './sweep-each';

type RetentionDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>;
const batchSize = 500;
const dayMs = 86_400_000;

/**
 * Requests the erasure of every job whose campaign's retention period is over. As for `DELETE`, the request is stored
 * before the workflow starts. Idempotent. @returns how many erasures it requested
 */
export async function sweepRetention(deps: RetentionDeps, nowMs: number): Promise<number> {
  const { store, workflows } = deps;
  let requested = 0;
  for (const { campaignId, days } of await store.campaigns.listWithRetention()) {
    const expired = await store.jobTransitions.findEnded(campaignId, nowMs - days * dayMs, batchSize);
    requested += expired.length;
    await sweepEach(deps, expired, async (job) => {
      const { ID: JobID, OrgID, CampaignID } = job;
      const Actor = { Kind: 'service', Name: 'retention' } as const;
      const entry = { ID: retentionAuditId(JobID), OrgID, Actor, CampaignID, JobID, CreatedMS: nowMs };
      await store.auditLog.record({ ...entry, Action: 'job.deletion_requested', Details: { RetentionDays: days } });
      await store.auditLog.link(JobID, entry.ID);
      await store.jobs.requestErasure({ orgId: OrgID, campaignId: CampaignID, jobId: JobID }, nowMs);
      await workflows.startErasure(job);
    });
  }
  return requested;
}
