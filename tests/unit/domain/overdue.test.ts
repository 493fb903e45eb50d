import { failurePostponementMs, postponementMs, takeShares } from '../../../shared/domain/overdue';

interface Item {
  ID: string;
  OrgID: string;
}

/** A store of overdue items, most overdue first, that counts how often it is read. */
function storeOf(...groups: [orgId: string, count: number][]) {
  const items = groups.flatMap(([OrgID, count]): Item[] =>
    Array.from({ length: count }, (_, index) => ({ ID: `${OrgID}-${index}`, OrgID })),
  );
  const store = { reads: 0 };
  const find = (limit: number, without: readonly string[]): Promise<Item[]> => {
    store.reads++;
    return Promise.resolve(items.filter(({ OrgID }) => !without.includes(OrgID)).slice(0, limit));
  };
  return { store, find };
}
const countOf = (items: readonly Item[], orgId: string): number => items.filter(({ OrgID }) => OrgID === orgId).length;

describe('a batch of overdue documents', () => {
  it('is read once when it is not full, whatever organizations own it', async () => {
    const { store, find } = storeOf(['a', 40], ['b', 9]);
    expect(await takeShares(find, 50)).toHaveLength(49);
    expect(store.reads).toBe(1);
  });

  it('has place for every organization behind the backlog of one', async () => {
    const { find } = storeOf(['a', 10_000], ['b', 3], ['c', 4]);
    const taken = await takeShares(find, 50);
    expect([countOf(taken, 'b'), countOf(taken, 'c'), taken.length]).toEqual([3, 4, 50]);
  });

  it('is shared by several organizations with a backlog, and holds no document twice', async () => {
    const { store, find } = storeOf(...['a', 'b', 'c', 'd', 'e', 'f'].map((id): [string, number] => [id, 500]));
    const taken = await takeShares(find, 50);
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => countOf(taken, id))).toEqual([10, 10, 10, 10, 10]);
    expect(new Set(taken.map(({ ID }) => ID)).size).toBe(50);
    expect(store.reads).toBeLessThanOrEqual(6);
  });

  it('goes to one organization alone when no other waits', async () => {
    const { find } = storeOf(['a', 500]);
    expect(countOf(await takeShares(find, 50), 'a')).toBe(50);
  });
});

describe('a postponement', () => {
  const bounds = { minMs: 60_000, maxMs: 1_800_000 };

  it('doubles with the lateness, within its bounds', () => {
    const lateMs: number[] = [30_000];
    for (let sweeps = 0; sweeps < 10; sweeps++)
      lateMs.push((lateMs.at(-1) ?? 0) + postponementMs(lateMs.at(-1) ?? 0, bounds));
    expect(lateMs.slice(0, 6)).toEqual([30_000, 90_000, 180_000, 360_000, 720_000, 1_440_000]);
    expect(postponementMs(10 * bounds.maxMs, bounds)).toBe(bounds.maxMs);
  });

  it('is a minute at most after a failure', () => {
    expect([0, 20_000, 3_600_000].map(failurePostponementMs)).toEqual([5_000, 20_000, 60_000]);
  });
});
