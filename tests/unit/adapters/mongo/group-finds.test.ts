import { groupFinds } from '../../../../shared/adapters/mongo/group-finds';

interface Item {
  _id: string;
  Value: number;
}

/** A collection whose queries the test answers. */
function createCollection() {
  const queries: { ids: string[]; end: (found: Item[]) => void; fail: () => void }[] = [];
  const find = ({ _id }: { _id: { $in: string[] } }) => ({
    toArray: () =>
      new Promise<Item[]>((end, reject) => {
        queries.push({ ids: _id.$in, end, fail: () => reject(new Error('The query is refused.')) });
      }),
  });
  return { queries, findByIds: groupFinds<Item>({ find } as unknown as Parameters<typeof groupFinds<Item>>[0]) };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const one = { _id: 'one', Value: 1 };
const two = { _id: 'two', Value: 2 };

describe('concurrent finds', () => {
  it('share the next query, which asks for each id once, and each gets its own documents', async () => {
    const { queries, findByIds } = createCollection();
    const first = findByIds(['one']);
    const later = [findByIds(['one', 'two']), findByIds(['two', 'none']), findByIds(['none'])];
    expect(queries.map(({ ids }) => ids)).toEqual([['one']]);
    queries[0]?.end([one]);
    expect(await first).toEqual([one]);
    await nextTick();
    expect(queries.map(({ ids }) => ids)).toEqual([['one'], ['one', 'two', 'none']]);
    queries[1]?.end([two, one]);
    expect(await Promise.all(later)).toEqual([[one, two], [two], []]);
  });

  it('send nothing for no ids', async () => {
    const { queries, findByIds } = createCollection();
    expect(await findByIds([])).toEqual([]);
    expect(queries).toEqual([]);
  });

  it('fail with their own query alone', async () => {
    const { queries, findByIds } = createCollection();
    const [first, second] = [findByIds(['one']), findByIds(['two'])];
    queries[0]?.fail();
    await expect(first).rejects.toThrow('refused');
    await nextTick();
    queries[1]?.end([two]);
    expect(await second).toEqual([two]);
  });

  it('are repeated alone when their query fails: the error of one fails no other', async () => {
    const { queries, findByIds } = createCollection();
    const first = findByIds(['one']);
    const later = Promise.allSettled([findByIds(['two']), findByIds(['refused'])]);
    queries[0]?.end([one]);
    await first;
    await nextTick();
    queries[1]?.fail();
    await nextTick();
    expect(queries.slice(2).map(({ ids }) => ids)).toEqual([['two'], ['refused']]);
    queries[2]?.end([two]);
    queries[3]?.fail();
    expect(await later).toMatchObject([{ status: 'fulfilled', value: [two] }, { status: 'rejected' }]);
  });
});
