import { shareReads } from '../../../../shared/adapters/mongo/shared-reads';

/** A store whose queries the test resolves, each with the state at the moment of the query. */
function createStore() {
  const store = { state: 'before', queries: [] as { answer: () => void; fail: () => void }[] };
  const read = shareReads((key: string) => {
    const seen = `${key} ${store.state}`;
    return new Promise<string>((resolve, reject) => {
      store.queries.push({ answer: () => resolve(seen), fail: () => reject(new Error('The store is unavailable.')) });
    });
  });
  return { store, read };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('concurrent reads of one key', () => {
  it('share the next query, and see what was written before they were requested', async () => {
    const { store, read } = createStore();
    const first = read('a');
    store.state = 'after';
    const later = [read('a'), read('a'), read('a')];
    expect(store.queries).toHaveLength(1);
    store.queries[0]?.answer();
    expect(await first).toBe('a before');
    await nextTick();
    expect(store.queries).toHaveLength(2);
    store.queries[1]?.answer();
    expect(await Promise.all(later)).toEqual(['a after', 'a after', 'a after']);
  });

  it('that follow each other run their own queries, and different keys do not wait for each other', async () => {
    const { store, read } = createStore();
    const [a, b] = [read('a'), read('b')];
    expect(store.queries).toHaveLength(2);
    store.queries.forEach(({ answer }) => answer());
    expect(await Promise.all([a, b])).toEqual(['a before', 'b before']);
    store.state = 'after';
    await nextTick();
    const again = read('a');
    store.queries[2]?.answer();
    expect(await again).toBe('a after');
  });

  it('do not inherit the failure of the previous query', async () => {
    const { store, read } = createStore();
    const first = read('a');
    const second = read('a');
    store.queries[0]?.fail();
    await expect(first).rejects.toThrow('unavailable');
    await nextTick();
    store.queries[1]?.answer();
    expect(await second).toBe('a before');
  });

  it('do not wait longer than a second for a query that hangs', async () => {
    jest.useFakeTimers();
    const { store, read } = createStore();
    void read('a');
    const second = read('a');
    await jest.advanceTimersByTimeAsync(1_000);
    store.queries[1]?.answer();
    expect(await second).toBe('a before');
    jest.useRealTimers();
  });
});
