import type { InTurns } from '../../../shared/domain/turns';
import { rotateMasterKey } from '../../../apps/cli/admin/key-rotation';
import { createKeyWrapper } from '../../../shared/adapters/crypto/key-wrapper';
import { createMasterKeys } from '../../../shared/adapters/crypto/master-keys';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createStore } from '../../../shared/application/store';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import { aJob, seededName, seededNumber } from '../../support/builders';
import { testMasterKey } from '../../support/master-keys';
import { inCampaign, message, opened, storeWith, useAtRestEnv } from './at-rest-env';

useAtRestEnv();

const jobs = () => opened.mongo.db.collection<{ _id: string; DataKey?: string }>('jobs');
const settings = { OUTDIAL_MASTER_KEY: testMasterKey };
const rotate = () => rotateMasterKey(opened.mongo.db, settings);
/** A process that has cached no key. */
const upgraded = () => storeWith(testMasterKey).store;
const strict = () =>
  createStore(opened.mongo.db, createKeys(opened.mongo.db, { ...settings, OUTDIAL_REQUIRE_BOUND_KEYS: true }));
const prefixOf = async (jobId: string) => (await jobs().findOne({ _id: jobId }))?.DataKey?.split(':')[0];

/** A test job as an earlier version stored it, with a call. */
async function insertOldTestJob() {
  const job = aJob({ CreatedMS: 1, TestJob: true });
  await opened.store.jobs.insert(job);
  const call = createCallRecord(job, 1, 3);
  await opened.store.calls.claim(call);
  await opened.store.calls.addMessage(call, message, 1);
  await jobs().updateOne({ _id: job.ID }, { $unset: { ClearProof: '' } });
  return { job, call };
}

/** A sealed job whose key an earlier version had bound to the job alone. */
async function insertOldSealedJob() {
  const job = aJob({ CreatedMS: 1 });
  await opened.store.jobs.insert(job);
  const call = createCallRecord(job, 1, 3);
  await opened.store.calls.claim(call);
  const { key } = await opened.store.dataKeys.of(job.ID);
  if (key === undefined) throw new Error('The job has no key.');
  const DataKey = await createKeyWrapper(createMasterKeys(settings)).wrap(key, job.ID);
  await jobs().updateOne({ _id: job.ID }, { $set: { DataKey } });
  return { job, call };
}

describe('after an upgrade and a rotation, where bound keys are required,', () => {
  it('a test job of the earlier version that got new text in between is read, listed, found and exported', async () => {
    const { job, call } = await insertOldTestJob();
    await upgraded().calls.addMessage(call, { ...message, content: 'new', start_ms: 9 }, 2);
    expect(await prefixOf(job.ID)).toBe('v2t');
    expect(await rotate()).toMatchObject({ conflicts: 0, unreadable: [] });
    expect(await rotate()).toMatchObject({ rewrapped: 0 });
    const store = strict();
    const seen = { ID: job.ID, PhoneNumber: seededNumber, ContactName: seededName };
    expect(await store.jobs.load(job.ID)).toMatchObject(seen);
    const part = { filter: {}, order: 'created' } as const;
    expect(await store.jobLists.list(inCampaign, part)).toEqual([expect.objectContaining(seen)]);
    expect(await store.jobLists.search(inCampaign, job.ID)).toEqual([expect.objectContaining(seen)]);
    const atOnce: InTurns = (items, convert) => Promise.resolve(items.map((item) => convert(item)));
    for await (const batch of store.jobLists.walk(inCampaign, part, atOnce)) expect(batch).toMatchObject([seen]);
    const [read] = await store.calls.listByJob(job.ID);
    expect(read?.Messages.map(({ content }) => content)).toEqual([message.content, 'new']);
    // A new master key keeps what the rotation decided.
    const other = Buffer.alloc(32, 77).toString('base64');
    const from = { OUTDIAL_MASTER_KEY: other, OUTDIAL_PREVIOUS_MASTER_KEYS: [testMasterKey] };
    await rotateMasterKey(opened.mongo.db, from);
    const next = { OUTDIAL_MASTER_KEY: other, OUTDIAL_REQUIRE_BOUND_KEYS: true };
    const after = createStore(opened.mongo.db, createKeys(opened.mongo.db, next));
    expect(await after.jobs.load(job.ID)).toMatchObject(seen);
    await rotateMasterKey(opened.mongo.db, { ...settings, OUTDIAL_PREVIOUS_MASTER_KEYS: [other] });
  });

  it.each(['job', 'call'] as const)('a sealed job that held clear text in its %s before is read', async (place) => {
    const { job, call } = await insertOldSealedJob();
    if (place === 'job') await jobs().updateOne({ _id: job.ID }, { $set: { ContactName: seededName } });
    else {
      const messages = opened.mongo.db.collection<{ _id: string; Text: string }>('call_messages');
      await messages.insertOne({ _id: `${call.ID}/000001`, Text: JSON.stringify(message) });
    }
    await rotate();
    expect(await strict().jobs.load(job.ID)).toMatchObject({ PhoneNumber: seededNumber, ContactName: seededName });
    expect((await strict().calls.listByJob(job.ID))[0]?.Messages).toEqual(place === 'call' ? [message] : []);
  });

  it('clear text that appears in a sealed job later is refused, also after another rotation', async () => {
    const { job } = await insertOldSealedJob();
    await rotate();
    await jobs().updateOne({ _id: job.ID }, { $set: { PhoneNumber: '+19005550123' } });
    await rotate();
    await expect(strict().jobs.load(job.ID)).rejects.toThrow('is not sealed');
    await jobs().deleteOne({ _id: job.ID });
  });
});
