import { rotateMasterKey } from '../../../apps/cli/admin/key-rotation';
import { createKeyWrapper } from '../../../shared/adapters/crypto/key-wrapper';
import { createMasterKeys } from '../../../shared/adapters/crypto/master-keys';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createStore } from '../../../shared/application/store';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { aJob, orgId, seededName, seededNumber } from '../../support/builders';
import { testMasterKey } from '../../support/master-keys';
import { dumpDatabase, inCampaign, message, opened, runJobToEnd, storeWith, useAtRestEnv } from './at-rest-env';

useAtRestEnv();

/** The jobs as someone who can write to the database, but has no master key, sees them. */
const jobs = () => opened.mongo.db.collection<{ _id: string } & Record<string, unknown>>('jobs');
const calls = () => opened.mongo.db.collection<{ _id: string } & Record<string, unknown>>('calls');
/** A process that has cached no key. */
const anotherProcess = () => storeWith(testMasterKey).store;
const strictProcess = () => {
  const keys = createKeys(opened.mongo.db, { OUTDIAL_MASTER_KEY: testMasterKey, OUTDIAL_REQUIRE_BOUND_KEYS: true });
  return createStore(opened.mongo.db, keys);
};

async function insertJob(fields: Partial<Job> = {}) {
  const job = aJob({ CreatedMS: 1, ...fields });
  await opened.store.jobs.insert(job);
  const call = createCallRecord(job, 1, 3);
  await opened.store.calls.claim(call);
  return { job, call };
}

const unsetOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, '' as const]));

/** Turns a job into one that an earlier version stored. */
async function insertLegacyJob(kind: 'sealed' | 'clear' | 'test') {
  const { job, call } = await insertJob(kind === 'sealed' ? {} : { TestJob: true });
  if (kind === 'sealed') {
    const wrapper = createKeyWrapper(createMasterKeys({ OUTDIAL_MASTER_KEY: testMasterKey }));
    const cipher = await opened.store.dataKeys.of(job.ID);
    if (cipher.key === undefined) throw new Error('The job has no key.');
    await jobs().updateOne({ _id: job.ID }, { $set: { DataKey: await wrapper.wrap(cipher.key, job.ID) } });
  } else {
    const removed = kind === 'test' ? ['ClearProof'] : ['ClearProof', 'TestJob'];
    await jobs().updateOne({ _id: job.ID }, { $unset: unsetOf(removed) });
  }
  return { job, call };
}

const movedTo = { orgId: 'org_attacker', campaignId: inCampaign.campaignId };

describe('a program that can write to the database, without the master key,', () => {
  it('cannot read a job by moving it to another organization', async () => {
    const { job } = await insertJob();
    await jobs().updateOne({ _id: job.ID }, { $set: { OrgID: 'org_attacker' } });
    for (const store of [opened.store, anotherProcess()])
      await expect(store.jobs.find({ ...movedTo, jobId: job.ID })).rejects.toThrow('does not open');
    expect(await anotherProcess().jobs.findMetadata({ ...movedTo, jobId: job.ID })).toMatchObject({ PhoneNumber: '' });
  });

  it('cannot read a call by moving it, with or without its job', async () => {
    const { job, call } = await runJobToEnd();
    const key = { ...movedTo, jobId: job.ID, callId: call.ID };
    await calls().updateOne({ _id: call.ID }, { $set: { OrgID: 'org_attacker' } });
    for (const store of [opened.store, anotherProcess()])
      await expect(store.calls.findInJob(key)).rejects.toThrow('another organization');
    await jobs().updateOne({ _id: job.ID }, { $set: { OrgID: 'org_attacker' } });
    await expect(anotherProcess().calls.findInJob(key)).rejects.toThrow('does not open');
    await jobs().updateOne({ _id: job.ID }, { $set: { OrgID: orgId } });
    await calls().updateOne({ _id: call.ID }, { $set: { OrgID: orgId } });
    expect((await anotherProcess().calls.listByJob(job.ID))[0]?.Messages).toHaveLength(2);
  });

  it('cannot move a message within a call, or to another call of the job', async () => {
    const { job, call } = await runJobToEnd();
    const messages = opened.mongo.db.collection<{ _id: string; Text: unknown }>('call_messages');
    const [first, second] = [`${call.ID}/000001`, `${call.ID}/000002`];
    const [moved, original] = [await messages.findOne({ _id: second }), await messages.findOne({ _id: first })];
    await messages.updateOne({ _id: first }, { $set: { Text: moved?.Text } });
    await expect(anotherProcess().calls.listByJob(job.ID)).rejects.toThrow('does not open');
    await messages.updateOne({ _id: first }, { $set: { Text: original?.Text } });
    const other = createCallRecord(job, 2, 8);
    await opened.store.calls.claim(other);
    await messages.insertOne({ _id: `${other.ID}/000001`, Text: original?.Text });
    await expect(anotherProcess().calls.listByJob(job.ID)).rejects.toThrow('does not open');
    await messages.deleteOne({ _id: `${other.ID}/000001` });
    expect((await anotherProcess().calls.listByJob(job.ID))[0]?.Messages).toHaveLength(2);
  });

  it.each([
    ['removes its key', ['DataKey'], {}],
    ['removes its key and makes it a test job', ['DataKey'], { TestJob: true }],
    ['makes it a test job', [], { TestJob: true }],
    [
      'makes it look as if it had never been sealed',
      ['DataKey', 'ContactName', 'Data', 'Overrides'],
      { PhoneNumber: '+1', TestJob: true },
    ],
  ])('does not make new text of a job clear when it %s', async (_how, removed, set) => {
    const { job, call } = await insertJob();
    await jobs().updateOne({ _id: job.ID }, { $unset: unsetOf(removed), $set: { ...set, UpdatedMS: 2 } });
    const store = anotherProcess();
    const content = `said in ${job.ID}`;
    await store.calls.addMessage(call, { ...message, content }, 1).catch(() => undefined);
    await store.jobTransitions.amend(job.ID, 1, { Data: { found: content } }).catch(() => undefined);
    expect((await dumpDatabase()).includes(content)).toBe(false);
  });

  it('gets an error, not clear text, for a job whose key is missing', async () => {
    const { job, call } = await insertJob();
    await jobs().updateOne({ _id: job.ID }, { $unset: { DataKey: '' } });
    const store = anotherProcess();
    await expect(store.jobs.load(job.ID)).rejects.toThrow(`The key of ${job.ID} is missing.`);
    await expect(store.calls.addMessage(call, message, 1)).rejects.toThrow('is missing');
    // It can still be erased.
    await store.jobTransitions.erase(job.ID);
    expect(await anotherProcess().jobs.load(job.ID)).toMatchObject({ PhoneNumber: '' });
  });

  it('cannot have another number dialed by storing it in clear', async () => {
    const { job } = await insertJob();
    await jobs().updateOne({ _id: job.ID }, { $set: { PhoneNumber: '+19005550123' } });
    await expect(anotherProcess().jobs.load(job.ID)).rejects.toThrow('is not sealed');
  });

  it('cannot use the proof of a test job for another job', async () => {
    const [test, real] = [await insertJob({ TestJob: true }), await insertJob()];
    const proof = (await jobs().findOne({ _id: test.job.ID }))?.['ClearProof'];
    expect(typeof proof).toBe('string');
    await jobs().updateOne({ _id: real.job.ID }, { $unset: { DataKey: '' }, $set: { ClearProof: proof } });
    await expect(anotherProcess().calls.addMessage(real.call, message, 1)).rejects.toThrow('does not open');
  });

  it('cannot make an erased job look like another', async () => {
    const { job } = await insertJob();
    await opened.store.dataKeys.destroy(job.ID);
    const document = await jobs().findOne({ _id: job.ID });
    expect(document).toMatchObject({ DataKeyDestroyed: true });
    expect((await anotherProcess().dataKeys.of(job.ID)).kind).toBe('erased');
  });
});

describe('a job of an earlier version', () => {
  it.each(['sealed', 'clear', 'test'] as const)(
    'that was %s stays readable, and its new text is sealed',
    async (kind) => {
      const { job, call } = await insertLegacyJob(kind);
      expect(await anotherProcess().jobs.load(job.ID)).toMatchObject({ PhoneNumber: seededNumber });
      const store = anotherProcess();
      const content = `said in ${job.ID}`;
      await Promise.all([
        store.calls.addMessage(call, { ...message, content }, 1),
        anotherProcess().calls.addMessage(call, { ...message, content, start_ms: 9 }, 2),
      ]);
      expect((await dumpDatabase()).includes(content)).toBe(false);
      for (const reader of [store, anotherProcess()]) {
        const [read] = await reader.calls.listByJob(job.ID);
        expect(read?.Messages.map((one) => one.content)).toEqual([content, content]);
        expect(await reader.jobs.load(job.ID)).toMatchObject({ PhoneNumber: seededNumber, ContactName: seededName });
      }
    },
  );

  it.each(['sealed', 'test'] as const)('that was %s is bound to its organization by a rotation', async (kind) => {
    const { job } = await insertLegacyJob(kind);
    await expect(strictProcess().jobs.load(job.ID)).rejects.toThrow(/bound to no organization|is missing/);
    const settings = { OUTDIAL_MASTER_KEY: testMasterKey };
    expect((await rotateMasterKey(opened.mongo.db, settings)).rewrapped).toBeGreaterThan(0);
    expect(await strictProcess().jobs.load(job.ID)).toMatchObject({ PhoneNumber: seededNumber });
    expect(await rotateMasterKey(opened.mongo.db, settings)).toMatchObject({ rewrapped: 0, unreadable: [] });
    await jobs().updateOne({ _id: job.ID }, { $set: { OrgID: 'org_attacker' } });
    await expect(anotherProcess().jobs.find({ ...movedTo, jobId: job.ID })).rejects.toThrow('does not open');
    await jobs().deleteOne({ _id: job.ID });
  });

  it('that was stored in clear is refused where bound keys are required', async () => {
    const { job, call } = await insertLegacyJob('clear');
    await expect(strictProcess().jobs.load(job.ID)).rejects.toThrow('is missing');
    await expect(strictProcess().calls.addMessage(call, message, 1)).rejects.toThrow('is missing');
    const fresh = aJob({ CreatedMS: 1 });
    await strictProcess().jobs.insert(fresh);
    expect(await strictProcess().jobs.load(fresh.ID)).toMatchObject({ PhoneNumber: seededNumber });
  });
});
