import { createBacklogReader } from '../../../shared/adapters/mongo/backlog';
import { aJob } from '../../support/builders';
import { openTestStore, type TestStore } from '../../support/worker';

describe('the count of the pending work', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore();
  });
  afterAll(() => opened.drop());

  it('is made again after its maximum age, or after five times its duration if it was slow', async () => {
    const { store, mongo } = opened;
    const clock = { nowMs: 1_000_000, countMs: 10_000 };
    // The clock is read when a reader asks, and once more when it has counted.
    const reader = createBacklogReader(mongo.db, {
      maxAgeMs: 30_000,
      nowMs: () => {
        const { nowMs } = clock;
        clock.nowMs += clock.countMs;
        return nowMs;
      },
    });
    const readAt = async (nowMs: number): Promise<number | undefined> => {
      clock.nowMs = nowMs;
      return (await reader.read())?.jobs.created;
    };
    expect(await readAt(1_000_000)).toBe(0);
    await store.jobs.insert(aJob({ CreatedMS: 1 }));
    expect(await readAt(1_049_999)).toBe(0);
    clock.countMs = 1;
    expect(await readAt(1_050_000)).toBe(1);
    await store.jobs.insert(aJob({ CreatedMS: 1 }));
    expect([await readAt(1_079_999), await readAt(1_080_000)]).toEqual([1, 2]);
  });
});
