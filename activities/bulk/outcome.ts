import type { BulkActionRecord } from '../../shared/adapters/mongo/bulk-actions.repository';
import {
  bulkAuditId,
  noCounts,
  type BulkCounts,
  type BulkParameters,
  type SkipReason,
} from '../../shared/domain/bulk/bulk-action';
import type { AuditEntry } from '../../shared/domain/audit/audit';
import type { FailureReason } from '../../shared/domain/job/failure';
import type { ActivityDeps } from '../deps';
import type { TimeBudget } from '../lib/time-budget';

export type BulkDeps = Pick<
  ActivityDeps,
  'store' | 'workflows' | 'deliveries' | 'callWorkers' | 'clock' | 'logger' | 'imports' | 'metrics'
>;

/** A batch in progress. */
export interface BulkRun {
  action: BulkActionRecord;
  parameters: BulkParameters;
  /** Jobs that an earlier attempt at this batch was about to change. */
  attempted: ReadonlySet<string>;
  budget: TimeBudget;
}

/** What became of one job. */
export type Outcome =
  | { kind: 'changed'; newJobFailed?: FailureReason | undefined }
  | { kind: 'skipped'; reason: SkipReason }
  | { kind: 'failed' };

export const changed: Outcome = { kind: 'changed' };
export const skipped = (reason: SkipReason): Outcome => ({ kind: 'skipped', reason });

/** Writes that an action is about to change a job, as a request about the job alone would. Repeating it writes nothing. */
export async function auditChange(
  { store }: Pick<BulkDeps, 'store'>,
  { action }: Pick<BulkRun, 'action'>,
  entry: Pick<AuditEntry, 'Action' | 'Details'> & { jobId: string; newJobId?: string },
  nowMs: number,
): Promise<string> {
  const { ID: BulkActionID, OrgID, CampaignID, KeyID, RequestID } = action;
  const { jobId, newJobId, ...what } = entry;
  const ID = bulkAuditId(BulkActionID, jobId);
  const Actor = { Kind: 'api_key', KeyID } as const;
  const target = { CampaignID, BulkActionID, JobID: newJobId ?? jobId };
  await store.auditLog.record({ ID, OrgID, Actor, ...target, RequestID, CreatedMS: nowMs, ...what });
  // A new job is stored with the id of its entry.
  if (newJobId === undefined) await store.auditLog.link(jobId, ID);
  return ID;
}

/** Adds up what became of the jobs of a batch. */
export function countOutcomes(outcomes: Iterable<Outcome>): BulkCounts {
  const counts = noCounts();
  for (const outcome of outcomes) {
    if (outcome.kind === 'failed') counts.Failed++;
    else if (outcome.kind === 'skipped') counts.Skipped[outcome.reason] = (counts.Skipped[outcome.reason] ?? 0) + 1;
    else {
      counts.Changed++;
      const reason = outcome.newJobFailed;
      if (reason !== undefined) counts.NewJobsFailed[reason] = (counts.NewJobsFailed[reason] ?? 0) + 1;
    }
  }
  return counts;
}
