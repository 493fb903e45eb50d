import { randomBytes } from 'node:crypto';
import { createImportFiles } from '../../../shared/adapters/mongo/import-files';
import type { Job } from '../../../shared/domain/job/job';
import { askToErase, placesOf, seed, seededJob } from '../../support/erasure';
import { storeImport } from '../../support/imports';
import { testMasterKey } from '../../support/master-keys';
import { createProcesses } from '../../support/processes';
import { createRealWorld, type RealWorld } from '../../support/real-world';
import { until } from '../../support/until';
import { openTestStore } from '../../support/worker';

interface RawJob {
  _id: string;
  State: Job['State'];
  [field: string]: unknown;
}

describe('the erasure of a job', () => {
  const processes = createProcesses();
  let world: RealWorld;
  beforeAll(async () => {
    world = await createRealWorld(processes);
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await processes.end();
  });
  jest.setTimeout(60_000);

  const jobs = () => world.deps.mongo.db.collection<RawJob>('jobs');
  const load = async (jobId: string): Promise<RawJob> => (await jobs().findOne({ _id: jobId }))!;
  const deleted = (job: Job): Promise<RawJob> =>
    until(
      () => load(job.ID),
      ({ State }) => State === 'deleted',
      40_000,
    );
  const ended = async (fields: Partial<Job> = {}): Promise<Job> => {
    const { ID } = await world.post(seededJob(fields));
    return world.reach(ID, ({ State }) => State === 'completed', 40_000);
  };

  it.each([
    ['a field of it is damaged', { ContactName: randomBytes(60) }],
    ['no master key opens its key', { DataKey: randomBytes(200).toString('base64') }],
  ])('goes through though %s', async (_why, damage) => {
    const job = await ended();
    await jobs().updateOne({ _id: job.ID }, { $set: damage });
    // A process that does not have the key at hand, as others may have.
    const { store, mongo } = await openTestStore(undefined, world.deps.mongo.db.databaseName);
    await expect(store.jobTransitions.load(job.ID)).rejects.toThrow();
    await mongo.close();
    await askToErase(world.deps, job);
    const erased = await deleted(job);
    expect(Object.keys(erased)).toEqual(expect.not.arrayContaining(['ContactName', 'Data', 'DataKey']));
    expect(await placesOf(world.deps.mongo.db, [seed])).toEqual([]);
  });

  it('is over once: whoever asks again in its last moment, nobody looks at the job any more', async () => {
    const job = await ended();
    await askToErase(world.deps, job);
    await deleted(job);
    await askToErase(world.deps, job);
    expect(await load(job.ID)).not.toHaveProperty('DueMS');
    // As an earlier version left it.
    await jobs().updateOne({ _id: job.ID }, { $set: { DueMS: Date.now() } });
    await world.deps.workflows.startErasure(job);
    await until(
      () => load(job.ID),
      (document) => !('DueMS' in document),
    );
  });

  it('is not undone by a worker that was taken for lost and comes back', async () => {
    const job = await ended({ TestJob: true });
    const { calls } = world.deps.store;
    const [call] = await calls.listByJob(job.ID);
    await askToErase(world.deps, job);
    await deleted(job);
    await calls.addMessage(call!, { role: 'user', content: seed, created_at: '2026-01-05T12:00:00.000Z' });
    await calls.saveAnalysis(call!, { ...call!.Analysis!, CallSummary: seed });
    expect(await placesOf(world.deps.mongo.db, [seed])).toEqual([]);
  });
});

it('the secret of a fresh service is made by chance, also where a file is the first thing that is sealed', async () => {
  const { mongo, keys, store } = await openTestStore();
  const files = createImportFiles(mongo.db, keys.fileSeal);
  await storeImport({ store, imports: { files } }, 'campaign_1', { rows: 1, nowMs: 1 });
  const stored = await mongo.db.collection<{ _id: string; Key: string }>('service_secrets').findOne({});
  const secret = await keys.wrapper.unwrap(stored!.Key, 'service');
  expect(secret.toString('base64')).not.toBe(testMasterKey);
  await mongo.db.dropDatabase();
  await mongo.close();
});
