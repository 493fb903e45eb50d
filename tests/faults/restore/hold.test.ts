import type { Document } from 'mongodb';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { outdial } from '../../support/command-line';
import { ringsByAttempt } from '../../support/invariants';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses } from '../../support/processes';
import { setting } from '../../support/setting';
import { until } from '../../support/until';

const Overrides = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 });
const withinMs = 60_000;

/** A copy of every document of the database, as a backup has it. */
async function backUp({ db }: ProcessEnv['mongo']): Promise<Map<string, Document[]>> {
  const collections = await db.listCollections().toArray();
  return new Map(
    await Promise.all(collections.map(async ({ name }) => [name, await db.collection(name).find().toArray()] as const)),
  );
}

/** Everything that happened since is forgotten. */
async function restore({ db }: ProcessEnv['mongo'], copy: Map<string, Document[]>): Promise<void> {
  for (const { name } of await db.listCollections().toArray()) {
    await db.collection(name).deleteMany({});
    const documents = copy.get(name) ?? [];
    if (documents.length > 0) await db.collection(name).insertMany(documents);
  }
}

describe('a database that is restored to an earlier backup', () => {
  const processes = createProcesses();
  let testEnv: ProcessEnv;
  beforeAll(async () => {
    const temporal = await processes.temporal();
    testEnv = await createProcessEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), temporal: temporal.address });
  }, 60_000);
  afterAll(async () => {
    await processes.end();
    await testEnv.mongo.db.dropDatabase();
    await testEnv.close();
  });

  const admin = (...args: string[]) => outdial(['--json', 'admin', 'restored', ...args], { env: testEnv.env });
  const ringsOf = async ({ ID }: Job): Promise<number> => (await ringsByAttempt(testEnv.mongo, ID)).size;
  const untilLoaded = (job: Job, holds: (stored: Job) => boolean) => until(() => testEnv.load(job.ID), holds, withinMs);

  it('rings no phone a second time until a person releases its job', async () => {
    const [called, alsoCalled, unstarted] = [
      await testEnv.insert({ Overrides }),
      await testEnv.insert({ Overrides }),
      await testEnv.insert({ Overrides }),
    ];
    const copy = await backUp(testEnv.mongo);
    const backupAt = new Date().toISOString();

    const first = await processes.worker(testEnv.env);
    await Promise.all([called, alsoCalled].map((job) => testEnv.start(job)));
    for (const job of [called, alsoCalled]) await untilLoaded(job, ({ State }) => State === 'completed');
    expect(await Promise.all([called, alsoCalled].map(ringsOf))).toEqual([1, 1]);
    const refused = await admin('--from', backupAt);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stop them first') as string });
    await first.stop();

    await restore(testEnv.mongo, copy);
    expect((await testEnv.load(called.ID)).State).toBe('created');
    // The network's own memory of rings is in the same database: from here on it has second rings only.
    expect(await Promise.all([called, alsoCalled].map(ringsOf))).toEqual([0, 0]);
    const held = await admin('--from', backupAt);
    // The sweeper of the first worker may have begun the third job, too.
    expect(held.values()).toEqual([expect.objectContaining({ Held: 3, Released: 0 })]);
    const listed = (await admin('list', '--found', 'attempt')).values() as { ID: string }[];
    expect(listed.map(({ ID }) => ID)).toEqual(expect.arrayContaining([called.ID, alsoCalled.ID]));

    await processes.worker(testEnv.env);
    // Every job was looked at and planned again.
    for (const job of [called, alsoCalled, unstarted])
      await untilLoaded(job, ({ State, Held }) => State === 'scheduled' && Held === true);
    expect((await ringsByAttempt(testEnv.mongo)).size).toBe(0);

    expect((await admin('release', called.ID, 'job_unknown')).values()).toEqual([
      { Released: 1, NotHeld: ['job_unknown'] },
    ]);
    await untilLoaded(called, ({ State }) => State === 'completed');
    expect(await Promise.all([called, alsoCalled, unstarted].map(ringsOf))).toEqual([1, 0, 0]);
    expect((await admin('list')).values()).toHaveLength(2);
  }, 180_000);
});
