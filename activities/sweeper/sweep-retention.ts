import type { DueRetention } from '../../shared/adapters/mongo/campaigns.repository';
import type { DueJob } from '../../shared/adapters/mongo/jobs/overdue';
import { retentionAuditId } from '../../shared/domain/audit/audit';
import type { ActivityDeps } from '../deps';
import { erasurePace } from '../lib/erasure-pace';
import { sweepEach, type Swept } from './sweep-each';

type RetentionDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>;

/** Few campaigns at a time, because each requests many erasures at a time. */
const maxCampaigns = 3;
const jobsPerBatch = erasurePace.jobs;
const dayMs = 86_400_000;
/** How often a campaign is looked at. */
const intervalMs = 3_600_000;
const retryMs = 60_000;

/**
 * Requests the erasure of jobs whose campaign's retention period is over, one batch of each campaign. Campaigns take
 * turns. As for `DELETE`, the request is stored before the workflow starts. Idempotent.
 */
export async function sweepRetention(deps: RetentionDeps, nowMs: number): Promise<Swept> {
  const { campaigns } = deps.store;
  return sweepEach(
    deps,
    { items: await campaigns.findRetentionDue(nowMs, maxCampaigns), batchSize: maxCampaigns },
    {
      claim: (due) => campaigns.postponeRetention(due, nowMs + intervalMs),
      act: (due) => eraseExpired(deps, due, nowMs),
      release: async (due) => {
        await campaigns.postponeRetention(due, nowMs + retryMs);
      },
    },
  );
}

async function eraseExpired(deps: RetentionDeps, due: DueRetention, nowMs: number): Promise<void> {
  const { jobTransitions, campaigns } = deps.store;
  const expired = await jobTransitions.findEnded(due.ID, nowMs - due.days * dayMs, jobsPerBatch);
  await sweepEach(
    deps,
    { items: expired, batchSize: jobsPerBatch },
    {
      // The campaign is claimed, and with it its jobs.
      claim: (job) => Promise.resolve(job),
      act: (job) => requestErasure(deps, job, due.days, nowMs),
      // A stored request is repeated by the sweep of overdue jobs, a missing one with the next batch.
      release: () => Promise.resolve(),
    },
  );
  if (expired.length === jobsPerBatch) await campaigns.postponeRetention(due, nowMs + erasurePace.pauseMs);
}

async function requestErasure(
  { store, workflows }: RetentionDeps,
  job: DueJob,
  days: number,
  nowMs: number,
): Promise<void> {
  const { ID: JobID, OrgID, CampaignID } = job;
  const Actor = { Kind: 'service', Name: 'retention' } as const;
  const entry = { ID: retentionAuditId(JobID), OrgID, Actor, CampaignID, JobID, CreatedMS: nowMs };
  await store.auditLog.record({ ...entry, Action: 'job.deletion_requested', Details: { RetentionDays: days } });
  await store.auditLog.link(JobID, entry.ID);
  await store.jobs.requestErasure({ orgId: OrgID, campaignId: CampaignID, jobId: JobID }, nowMs);
  await workflows.startErasure(job);
}
