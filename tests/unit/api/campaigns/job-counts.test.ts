import type { BulkImport, JobCounts } from '../../../../shared/domain/import/import';
import { createJobCounts } from '../../../../apps/api/campaigns/job-counts';

describe('counts of an import’s jobs', () => {
  /** Counts that take some time, on a clock of the test. */
  const counting = (tookMs: number) => {
    const clock = { nowMs: 1_000_000, reads: 0 };
    const read = (): Promise<JobCounts> => {
      clock.reads++;
      clock.nowMs += tookMs;
      return Promise.resolve({});
    };
    const notUsed = () => Promise.reject(new Error('not used'));
    const counts = createJobCounts(
      { jobLists: { countByImport: read }, stats: { foldCampaign: notUsed, read: notUsed } },
      () => clock.nowMs,
    );
    const bulkImport = { ID: 'import_1', State: 'running', Rows: 5 } as BulkImport;
    return { clock, count: () => counts.byImport(bulkImport) };
  };

  it('are shared for two seconds', async () => {
    const { clock, count } = counting(1);
    await Promise.all([count(), count()]);
    clock.nowMs += 1_990;
    await count();
    expect(clock.reads).toBe(1);
    clock.nowMs += 100;
    await count();
    expect(clock.reads).toBe(2);
  });

  it('are shared for five times as long as they took, so that polling never counts all the time', async () => {
    const { clock, count } = counting(10_000);
    await count();
    clock.nowMs += 49_000;
    await count();
    expect(clock.reads).toBe(1);
    clock.nowMs += 2_000;
    await count();
    expect(clock.reads).toBe(2);
  });
});
