import { observeBacklog } from '../../../../shared/adapters/metrics/backlog-metrics';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import type { BacklogReader } from '../../../../shared/adapters/mongo/backlog';

type Backlog = Awaited<ReturnType<BacklogReader['read']>>;
const backlog = { jobs: { scheduled: 3 }, overdueMs: { job: 7_000 } } as unknown as Backlog;
const ownLines = (text: string): string[] =>
  text.split('\n').filter((line) => /^outdial_(jobs|oldest_overdue_seconds)\{/.test(line));

describe('the backlog metrics', () => {
  it('are all in the first scrape, from one read', async () => {
    const registry = createRegistry();
    let reads = 0;
    observeBacklog(registry, {
      read: async () => {
        reads++;
        return Promise.resolve(backlog);
      },
    });
    expect(ownLines(await registry.metrics()).sort()).toEqual([
      'outdial_jobs{state="scheduled"} 3',
      'outdial_oldest_overdue_seconds{kind="job"} 7',
    ]);
    expect(reads).toBe(1);
  });

  it('are absent from a scrape while the database is unavailable', async () => {
    const registry = createRegistry();
    let available = true;
    observeBacklog(registry, {
      read: () => (available ? Promise.resolve(backlog) : Promise.reject(new Error('unavailable'))),
    });
    expect(ownLines(await registry.metrics())).toHaveLength(2);
    available = false;
    expect(ownLines(await registry.metrics())).toEqual([]);
  });
});
