import type { Document } from 'mongodb';
import { createImportFiles } from '../../../shared/adapters/mongo/import-files';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { storeBulkAction } from '../../support/bulk-actions';
import { outdial } from '../../support/command-line';
import { storeImport } from '../../support/imports';
import { ringsByAttempt } from '../../support/invariants';
import { testKeys } from '../../support/master-keys';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type TestProcess } from '../../support/processes';
import { setting } from '../../support/setting';
import { createTestNamespace, type TemporalPlace } from '../../support/temporal-namespace';
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
  let temporal: TemporalPlace;
  let testEnv: ProcessEnv;
  let worker: TestProcess | undefined;
  beforeAll(async () => {
    temporal = await createTestNamespace();
  }, 60_000);
  beforeEach(async () => {
    testEnv = await createProcessEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), temporal });
  });
  afterEach(async () => {
    await worker?.stop();
    await testEnv.mongo.db.dropDatabase();
    await testEnv.close();
  }, 60_000);
  afterAll(() => processes.end());

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

    worker = await processes.worker(testEnv.env);
    await Promise.all([called, alsoCalled].map((job) => testEnv.start(job)));
    for (const job of [called, alsoCalled]) await untilLoaded(job, ({ State }) => State === 'completed');
    expect(await Promise.all([called, alsoCalled].map(ringsOf))).toEqual([1, 1]);
    const refused = await admin('--from', backupAt);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stop them first') as string });
    await worker.stop();

    await restore(testEnv.mongo, copy);
    expect((await testEnv.load(called.ID)).State).toBe('created');
    // The network's own memory of rings is in the same database: from here on it has second rings only.
    expect(await Promise.all([called, alsoCalled].map(ringsOf))).toEqual([0, 0]);
    const held = await admin('--from', backupAt);
    // The sweeper of the first worker may have begun the third job, too.
    expect(held.values()).toEqual([expect.objectContaining({ Held: 3, Released: 0 })]);
    const listed = (await admin('list', '--found', 'attempt')).values() as { ID: string }[];
    expect(listed.map(({ ID }) => ID)).toEqual(expect.arrayContaining([called.ID, alsoCalled.ID]));

    worker = await processes.worker(testEnv.env);
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

  it('goes on with no import and no redial: what they did since would get second jobs', async () => {
    const { store, mongo, campaignId: CampaignID } = testEnv;
    const files = createImportFiles(mongo.db, createKeys(mongo.db, testKeys).fileSeal);
    const upload = (rows: number, nowMs: number) =>
      storeImport({ store, imports: { files } }, CampaignID, { rows, nowMs });
    await testEnv.insert({ Overrides, State: 'canceled' });
    const [longAgo, earlier] = [Date.now() - 3_000_000, Date.now() - 2_000_000];
    const bulkImport = await upload(3, longAgo);
    const redial = await storeBulkAction({ store }, { CampaignID, Action: 'redial', CreatedMS: longAgo });
    const canceling = await storeBulkAction({ store }, { CampaignID, Action: 'cancel', CreatedMS: earlier });

    const held = await admin('--from', new Date(longAgo).toISOString());
    const ended = ({ ID, OrgID }: { ID: string; OrgID: string }) => ({ ID, OrgID, CampaignID, Done: 0 });
    expect(held.values()).toEqual([
      expect.objectContaining({ EndedImports: [ended(bulkImport)], EndedRedials: [ended(redial)] }),
    ]);

    // The sweeper takes what is due longest first: when these two are done, it has been at the others.
    const uploadedAgain = await upload(2, earlier);
    worker = await processes.worker(testEnv.env);
    const isCompleted = (work: { State: string } | undefined): boolean => work?.State === 'completed';
    await until(() => store.imports.load(uploadedAgain.ID), isCompleted, withinMs);
    await until(() => store.bulkActions.load(canceling.ID), isCompleted, withinMs);
    const FailureMessage = expect.stringContaining('restored to an earlier backup') as string;
    expect(await store.imports.load(bulkImport.ID)).toMatchObject({ State: 'failed', Rows: 0, FailureMessage });
    expect(await store.bulkActions.load(redial.ID)).toMatchObject({ State: 'failed', Changed: 0, FailureMessage });
    expect(await mongo.db.collection('jobs').countDocuments()).toBe(3);
  }, 180_000);
});
