import { randomBytes } from 'node:crypto';
import { sweep } from '../../../activities/sweeper/sweeper';
import { createImportFiles } from '../../../shared/adapters/mongo/import-files';
import type { Job } from '../../../shared/domain/job/job';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { requestErasure, findTexts, seed, seededJob } from '../../support/erasure';
import { storeImport } from '../../support/imports';
import { testMasterKey } from '../../support/master-keys';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';
import { openTestStore } from '../../support/worker';

/** Holds every caller that awaits `opened` until it is opened. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

interface RawJob {
  _id: string;
  State: Job['State'];
  [field: string]: unknown;
}

describe('the erasure of a job', () => {
  let env: InProcessEnv;
  beforeAll(async () => {
    env = await createInProcessEnv();
  }, 60_000);
  afterAll(() => env.close());
  jest.setTimeout(60_000);

  const jobs = () => env.deps.mongo.db.collection<RawJob>('jobs');
  const load = async (jobId: string): Promise<RawJob> => (await jobs().findOne({ _id: jobId }))!;
  const deleted = (job: Job): Promise<RawJob> =>
    until(
      () => load(job.ID),
      ({ State }) => State === 'deleted',
      40_000,
    );
  const ended = async (fields: Partial<Job> = {}): Promise<Job> => {
    const { ID } = await env.post(seededJob(fields));
    return env.reach(ID, ({ State }) => State === 'completed', 40_000);
  };

  it.each([
    ['a field is damaged', { ContactName: randomBytes(60) }],
    ['no master key unwraps its key', { DataKey: randomBytes(200).toString('base64') }],
  ])('completes although %s', async (_why, damage) => {
    const job = await ended();
    await jobs().updateOne({ _id: job.ID }, { $set: damage });
    // A process that has not cached the key.
    const { store, mongo } = await openTestStore(undefined, env.deps.mongo.db.databaseName);
    await expect(store.jobs.load(job.ID)).rejects.toThrow();
    await mongo.close();
    await requestErasure(env.deps, job);
    const erased = await deleted(job);
    expect(Object.keys(erased)).toEqual(expect.not.arrayContaining(['ContactName', 'Data', 'DataKey']));
    expect(await findTexts(env.deps.mongo.db, [seed])).toEqual([]);
  });

  const closed = (job: Job): Promise<unknown> => env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
  const dueCleared = (job: Job): Promise<RawJob> =>
    until(
      () => load(job.ID),
      (document) => !('DueMS' in document),
    );

  it('is over once: another request leaves nothing for the sweeper, and an old deadline is cleared', async () => {
    const job = await ended();
    await requestErasure(env.deps, job);
    await deleted(job);
    await requestErasure(env.deps, job);
    expect(await load(job.ID)).not.toHaveProperty('DueMS');
    // A request joins the run of the erasure while that is open: that is still so for a moment after the job is
    // `deleted`.
    await closed(job);
    // As an earlier version left it.
    await jobs().updateOne({ _id: job.ID }, { $set: { DueMS: Date.now() } });
    await env.deps.workflows.startErasure(job);
    await dueCleared(job);
  });

  it('is over once: a deadline that is set while its run is still open is cleared by the sweeper', async () => {
    const held = createGate();
    await env.restart({
      replace: ({ concludeErasure }) => ({
        concludeErasure: async (jobId) => {
          const pending = await concludeErasure(jobId);
          await held.opened;
          return pending;
        },
      }),
    });
    const job = await ended();
    await requestErasure(env.deps, job);
    await deleted(job);
    await jobs().updateOne({ _id: job.ID }, { $set: { DueMS: Date.now() - 1 } });
    // Both join the open run, which has done its last step and does not read the document again.
    await env.deps.workflows.startErasure(job);
    await sweep(env.deps);
    held.open();
    await closed(job);
    const { DueMS } = await load(job.ID);
    expect(DueMS).toBeGreaterThan(Date.now());
    await sweep({ ...env.deps, clock: { nowMs: () => Number(DueMS) + 1 } });
    await dueCleared(job);
    await env.restart({ replace: () => ({}) });
  });

  it('is not undone by a worker that was presumed lost and returns', async () => {
    const job = await ended({ TestJob: true });
    const { calls } = env.deps.store;
    const [call] = await calls.listByJob(job.ID);
    await requestErasure(env.deps, job);
    await deleted(job);
    const late = { role: 'user', content: seed, created_at: '2026-01-05T12:00:00.000Z' } as const;
    await calls.addMessage(call!, late, (call?.MessageCount ?? 0) + 1);
    await calls.saveAnalysis(call!, { ...call!.Analysis!, CallSummary: seed });
    expect(await findTexts(env.deps.mongo.db, [seed])).toEqual([]);
  });
});

it('the secret of a new database is random, even when a file is the first thing that is sealed', async () => {
  const { mongo, keys, store, drop } = await openTestStore();
  const files = createImportFiles(mongo.db, keys.fileSeal);
  await storeImport({ store, imports: { files } }, 'campaign_1', { rows: 1, nowMs: 1 });
  const stored = await mongo.db.collection<{ _id: string; Key: string }>('service_secrets').findOne({});
  const secret = await keys.wrapper.unwrap(stored!.Key, 'service');
  expect(secret.toString('base64')).not.toBe(testMasterKey);
  await drop();
});
