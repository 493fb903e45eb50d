import { MongoServerError } from 'mongodb';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import { groupInserts } from '../../../shared/adapters/mongo/group-inserts';
import { openTestStore, type TestStore } from '../../support/worker';

let testEnv: TestStore;
beforeAll(async () => {
  testEnv = await openTestStore();
});
afterAll(() => testEnv.drop());

interface Entry {
  _id: string;
  text?: string;
}
const entries = () => testEnv.mongo.db.collection<Entry>('grouped_entries');
const storedIds = async (): Promise<string[]> =>
  (await entries().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
beforeEach(async () => {
  await entries().deleteMany({});
});
/** The outcomes of inserts that share a command: the first one is on its way when they come. */
async function insertTogether(inserts: readonly (readonly Entry[])[]): Promise<PromiseSettledResult<void>[]> {
  const insert = groupInserts(entries());
  const [, ...rest] = await Promise.allSettled([insert([{ _id: 'zz' }]), ...inserts.map((one) => insert(one))]);
  return rest;
}

describe('inserts that share a command', () => {
  it('fail on their own when an id is taken, as a single insert does, and store the rest', async () => {
    await entries().insertOne({ _id: 'b', text: 'earlier' });
    const outcomes = await insertTogether([[{ _id: 'a' }], [{ _id: 'b' }, { _id: 'c' }], [{ _id: 'd' }]]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const reason: unknown = outcomes[1]?.status === 'rejected' ? outcomes[1].reason : undefined;
    expect(reason).toBeInstanceOf(MongoServerError);
    expect(isDuplicateKey(reason)).toBe(true);
    expect(await storedIds()).toEqual(['a', 'b', 'c', 'd', 'zz']);
    expect(await entries().findOne({ _id: 'b' })).toMatchObject({ text: 'earlier' });
  });

  it('do not fail with a document of another insert that cannot be stored', async () => {
    const unfit = { _id: 'b', ['a\0b']: 1 } as Entry;
    const outcomes = await insertTogether([[{ _id: 'a' }], [unfit], [{ _id: 'c' }]]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await storedIds()).toEqual(['a', 'c', 'zz']);
  });
});
