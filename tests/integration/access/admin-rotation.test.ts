import { aJob } from '../../support/builders';
import { outdial, type Ran } from '../../support/command-line';
import { masterKeyOf, testMasterKey } from '../../support/master-keys';
import { openTestStore, type TestStore } from '../../support/worker';

const [second, unknown] = [masterKeyOf(30), masterKeyOf(31)];

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
  await opened.store.jobs.insert(aJob({ CreatedMS: 1 }));
});
afterAll(() => opened.drop());

const rotate = (env: Record<string, string>, ...args: string[]): Promise<Ran> =>
  outdial(['admin', 'rotate-master-key', ...args], {
    env: {
      MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'],
      MONGODB_DATABASE: opened.mongo.db.databaseName,
      ...env,
    },
  });

it('fails, and changes nothing, when no configured master key unwraps the keys', async () => {
  const { code, out, err } = await rotate({ OUTDIAL_MASTER_KEY: unknown });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^error: \S/);
});

it('rewraps every key once', async () => {
  const keys = { OUTDIAL_MASTER_KEY: second, OUTDIAL_PREVIOUS_MASTER_KEYS: testMasterKey };
  const [result] = (await rotate(keys, '--json')).values() as [{ examined: number }];
  expect(result).toEqual({ examined: result.examined, rewrapped: result.examined, conflicts: 0, unreadable: [] });
  expect(await rotate(keys)).toMatchObject({
    code: 0,
    out: `${result.examined} keys examined, 0 rewrapped, 0 changed concurrently.\n`,
  });
});

it('lists the jobs whose keys cannot be unwrapped', async () => {
  const lost = aJob({ CreatedMS: 2 });
  await opened.store.jobs.insert(lost);
  const jobs = opened.mongo.db.collection<{ _id: string; DataKey?: string }>('jobs');
  await jobs.updateOne({ _id: lost.ID }, { $set: { DataKey: 'wrapped by an unknown key' } });
  const { code, out } = await rotate({ OUTDIAL_MASTER_KEY: second, OUTDIAL_PREVIOUS_MASTER_KEYS: testMasterKey });
  expect(code).toBe(1);
  expect(out).toContain(`No configured master key unwraps 1 of the keys. Their jobs cannot be read:\n  ${lost.ID}\n`);
});
