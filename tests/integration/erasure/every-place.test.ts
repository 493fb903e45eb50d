import { sweep } from '../../../activities/sweeper/sweeper';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import type { Job } from '../../../shared/domain/job/job';
import { addWebhook, requestErasure, listHistories, findTexts, seed, seededJob } from '../../support/erasure';
import { storeImport } from '../../support/imports';
import { testKeys } from '../../support/master-keys';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { failing, ok, startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';

describe('the erasure of a job', () => {
  let env: InProcessEnv;
  let receiver: Receiver;
  beforeAll(async () => {
    env = await createInProcessEnv();
    receiver = await startReceiver();
  }, 60_000);
  afterAll(async () => {
    await receiver.stop();
    await env.close();
  });
  jest.setTimeout(60_000);

  const deleted = (job: Job): Promise<Job> => env.reach(job.ID, ({ State }) => State === 'deleted', 40_000);
  const completed = (job: Job): Promise<Job> => env.reach(job.ID, ({ State }) => State === 'completed', 40_000);
  const ended = async (fields: Partial<Job> = {}): Promise<Job> => completed(await env.post(seededJob(fields)));
  const eventsOf = (job: Job) => env.deps.store.events.listByJob(job.ID);

  it.each([{ TestJob: false }, { TestJob: true }])(
    'leaves no seed of an ended job anywhere: %o',
    async (fields) => {
      receiver.behave({ kind: 'answer', status: 200, body: `Thanks for ${seed}` });
      const webhookId = await addWebhook(env.deps.store, receiver.url);
      const job = await ended({ ...fields, Metadata: { Customer: 7 } });
      await until(
        () => env.deps.store.deliveries.summarizeByJob(job.ID),
        ({ pending }) => pending === 0,
      );
      // Sealed data is nowhere in clear before the erasure, either.
      expect((await findTexts(env.deps.mongo.db, [seed])).length > 0).toBe(fields.TestJob);
      const hash = await createKeys(env.deps.mongo.db, testKeys).numberHash(job.PhoneNumber);
      expect(await findTexts(env.deps.mongo.db, [hash])).toEqual([`jobs/${job.ID} holds ${hash}`]);
      await requestErasure(env.deps, job);
      const erased = await deleted(job);
      expect(await findTexts(env.deps.mongo.db, [seed, '4155559173', hash])).toEqual([]);
      expect(erased).toMatchObject({ PhoneNumber: '', Overrides: {}, CallCount: 1, Metadata: { Customer: 7 } });
      expect(erased.AuditLogEntries).toEqual([expect.stringMatching(/^audit_erased_/)]);
      const stays = (await eventsOf(job)).filter(({ Properties }) => Object.keys(Properties).length > 0);
      expect(stays.map(({ EventType }) => EventType)).toEqual(stays.map(() => 'job_state_updated'));
      expect(stays.map(({ Properties }) => Properties['State'])).toEqual(
        expect.arrayContaining(['completed', 'deleted']),
      );
      await env.deps.store.webhooks.remove(job.OrgID, webhookId);
      // The two deliveries of the erasure itself may still run or may just have ended; every earlier history is gone.
      const ofErasure = [erased.Sequence - 1, erased.Sequence].map((n) => `webhook/${webhookId}/${job.ID}/${n} `);
      await until(
        async () => {
          const left = await listHistories(env.client, job.ID, [webhookId]);
          return left.filter((one) => !ofErasure.some((delivery) => one.startsWith(delivery)));
        },
        (left) => left.length === 0,
        // A delivery whose workflow was about to end is looked for again after a minute.
        90_000,
      );
    },
    180_000,
  );

  it('does not lose a pending delivery', async () => {
    receiver.behave(failing);
    const webhookId = await addWebhook(env.deps.store, receiver.url);
    const job = await ended();
    await requestErasure(env.deps, job);
    await deleted(job);
    const { pending } = await env.deps.store.deliveries.summarizeByJob(job.ID);
    expect(pending).toBeGreaterThan(4);
    await until(
      async () => (await listHistories(env.client, job.ID, [webhookId])).filter((one) => one.endsWith('RUNNING')),
      (running) => running.length === pending,
    );
    receiver.behave(ok);
    await env.deps.store.webhooks.remove(job.OrgID, webhookId);
  });

  it('erases the file of its import, once the import no longer needs it', async () => {
    const { store, imports, mongo } = env.deps;
    const nowMs = Date.now();
    const bulkImport = await storeImport(env.deps, env.campaignId, { rows: 2, nowMs });
    const job = await ended({ ImportID: bulkImport.ID, Metadata: { __service_RowID: 1 } });
    const problem = { column: 'ContactName', value: `${seed} row`, code: 'invalid_value', detail: 'x' } as const;
    const mistakes = [1, 2, 10].map((number) => ({ number, problems: [problem] }));
    await store.importErrors.insertMissing(bulkImport.ID, mistakes);
    await requestErasure(env.deps, job);
    // The row's own data is erased before; only the file waits.
    await env.reach(job.ID, ({ State, PhoneNumber }) => State === 'deleting' && PhoneNumber === '', 20_000);
    expect(await imports.files.get(bulkImport.ID)).toBeDefined();
    await store.imports.finish(bulkImport, 'completed', Date.now());
    await deleted(job);
    expect(await imports.files.get(bulkImport.ID)).toBeUndefined();
    const values = (await store.importErrors.list(bulkImport.ID, 0, 10)).map(({ Row, Value }) => [Row, Value !== '']);
    expect(values).toEqual([
      [1, false],
      [2, true],
      [10, true],
    ]);
    expect(await mongo.db.collection('import_files.chunks').countDocuments()).toBe(0);
  });

  it('is requested automatically when the retention of its campaign has passed', async () => {
    const { store, mongo } = env.deps;
    const beganMs = Date.now();
    const [old, young] = [await ended(), await ended()];
    const jobs = mongo.db.collection<{ _id: string; EndedMS?: number }>('jobs');
    const dayMs = 86_400_000;
    expect((await jobs.findOne({ _id: young.ID }))?.EndedMS).toBeGreaterThanOrEqual(beganMs);
    await jobs.updateOne({ _id: old.ID }, { $set: { EndedMS: Date.now() - 30 * dayMs - 1 } });
    await sweep(env.deps);
    expect(await env.load(old.ID)).toMatchObject({ State: 'completed' });
    const campaign = await store.campaigns.find(old.OrgID, env.campaignId);
    await store.campaigns.change(campaign!, { ...campaign!.Config, RetentionDays: 30 }, Date.now());
    await sweep(env.deps);
    const { AuditLogEntries = [] } = await deleted(old);
    const entries = await Promise.all(AuditLogEntries.map((id) => store.auditLog.find(old.OrgID, id)));
    expect(entries).toMatchObject([
      {
        Action: 'job.deletion_requested',
        Actor: { Kind: 'service', Name: 'retention' },
        Details: { RetentionDays: 30 },
      },
      { Action: 'job.erased', Actor: { Kind: 'service', Name: 'pii-deletion' } },
    ]);
    expect(await env.load(young.ID)).toMatchObject({ State: 'completed', ContactName: `${seed} name` });
  });
});
