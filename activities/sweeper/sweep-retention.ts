import { retentionAuditId } from '../../shared/domain/audit/audit';
import type { ActivityDeps } from '../deps';
import { sweepEach } from './sweep-each';

type RetentionDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>;
const batch = 500;
const dayMs = 86_400_000;

/**
 * Asks for the erasure of every job whose campaign's retention is over, as `DELETE` does: the wish stands in the job's document before its
 * workflow is started. Harmless to repeat. @returns how many were asked for
 */
export async function sweepRetention(deps: RetentionDeps, nowMs: number): Promise<number> {
  const { store, workflows } = deps;
  let asked = 0;
  for (const { campaignId, days } of await store.campaigns.listWithRetention()) {
    const over = await store.jobTransitions.findEnded(campaignId, nowMs - days * dayMs, batch);
    asked += over.length;
    await sweepEach(deps, over, async (job) => {
      const { ID: JobID, OrgID, CampaignID } = job;
      const Actor = { Kind: 'service', Name: 'retention' } as const;
      const entry = { ID: retentionAuditId(JobID), OrgID, Actor, CampaignID, JobID, CreatedMS: nowMs };
      await store.auditLog.record({ ...entry, Action: 'job.deletion_requested', Details: { RetentionDays: days } });
      await store.auditLog.link(JobID, entry.ID);
      await store.jobs.requestErasure({ orgId: OrgID, campaignId: CampaignID, jobId: JobID }, nowMs);
      await workflows.startErasure(job);
    });
  }
  return asked;
}
