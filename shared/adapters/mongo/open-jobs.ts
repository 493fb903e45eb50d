import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import type { BulkImport } from '../../domain/import/import';
import { runningJobStates } from '../../domain/job/state';
import type { JobDocument } from './jobs/document';

/** A count is used this long, plus what this process has added since. */
const maxAgeMs = 10_000;
/** Counts that are kept; more organizations than this are counted more often. */
const maxCounts = 10_000;

type PendingRows = Pick<BulkImport, 'Rows' | 'RowsTotal' | 'RowsAtMost'>;

/**
 * Counts the jobs of an organization that have not ended, with the rows of imports that become jobs. The count is as
 * old as `maxAgeMs`, so several processes together may exceed a limit by what they accept in that time.
 */
export function createOpenJobs(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const imports = db.collection<Omit<BulkImport, 'ID'> & { _id: string }>('imports');
  const counts = new LRUCache<string, { counted: Promise<{ jobs: number }>; atMs: number }>({ max: maxCounts });

  const count = async (orgId: string): Promise<{ jobs: number }> => {
    const [open, pending] = await Promise.all([
      jobs.countDocuments({ State: { $in: [...runningJobStates] }, OrgID: orgId }),
      imports
        .find({ OrgID: orgId, State: { $in: ['receiving', 'running'] } })
        .project<PendingRows>({ Rows: 1, RowsTotal: 1, RowsAtMost: 1 })
        .toArray(),
    ]);
    const left = pending.map(({ Rows, RowsTotal, RowsAtMost = 0 }) => Math.max(0, (RowsTotal ?? RowsAtMost) - Rows));
    return { jobs: left.reduce((sum, rows) => sum + rows, open) };
  };

  /** Requests that come while the jobs are counted share the count, to which each adds its own. */
  const countAt = (orgId: string, nowMs: number): Promise<{ jobs: number }> => {
    const known = counts.get(orgId);
    if (known !== undefined && nowMs - known.atMs < maxAgeMs) return known.counted;
    const counted = count(orgId);
    counts.set(orgId, { counted, atMs: nowMs });
    counted.catch(() => {
      if (counts.get(orgId)?.counted === counted) counts.delete(orgId);
    });
    return counted;
  };

  const fits = async (orgId: string, added: number, max: number, nowMs: number): Promise<boolean> =>
    max === 0 || (await countAt(orgId, nowMs)).jobs + added <= max;

  return {
    /** True if the organization may have so many more open jobs. @param max 0 for no limit */
    fits,
    /** As `fits`, and counts them at once. */
    admit: async (orgId: string, added: number, max: number, nowMs: number): Promise<boolean> => {
      if (max === 0) return true;
      const current = await countAt(orgId, nowMs);
      if (current.jobs + added > max) return false;
      current.jobs += added;
      return true;
    },
  };
}
