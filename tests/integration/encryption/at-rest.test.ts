import { buffer } from 'node:stream/consumers';
import { createGridFsRecordingStore } from '../../../shared/adapters/recordings/gridfs';
import { createSealedRecordingStore } from '../../../shared/adapters/recordings/sealed';
import { callId } from '../../../shared/domain/call/call-record';
import { aJob, seededName, seededNumber } from '../../support/builders';
import { decodeMp3 } from '../../support/mp3';
import { testMasterKey } from '../../support/master-keys';

import {
  useAtRestEnv,
  expectReadable,
  inCampaign,
  runJobToEnd,
  message,
  opened,
  dumpDatabase,
  seeds,
  storeWith,
} from './at-rest-env';

useAtRestEnv();

describe('personal data at rest', () => {
  it('of a completed job is nowhere in clear, and is read whole with the key', async () => {
    const life = await runJobToEnd();
    const bytes = await dumpDatabase();
    expect(seeds.filter((seed) => bytes.includes(seed))).toEqual([]);
    await expectReadable(opened.store, life);
    await expectReadable(storeWith(testMasterKey).store, life);
    const [listed] = await opened.store.jobLists.search(inCampaign, seededNumber);
    expect(listed).toMatchObject({ ID: life.job.ID, PhoneNumber: seededNumber, ContactName: seededName });
  });

  it('of a recording is stored sealed, and is read in clear, whole and in ranges', async () => {
    const { call } = await runJobToEnd();
    const stored = createGridFsRecordingStore(opened.mongo.db);
    const sealed = await (await stored.find(call, 'merged.mp3'))?.read().then(buffer);
    const found = await createSealedRecordingStore(stored, opened.keys.dataKeys).find(call, 'merged.mp3');
    const clear = found && (await buffer(await found.read()));
    if (sealed === undefined || found === undefined || clear === undefined) throw new Error('There is no recording.');
    expect(clear.length).toBe(found.sizeBytes);
    expect(Math.abs(decodeMp3(clear).lengthMs - 2_000)).toBeLessThan(1);
    expect(sealed.includes(clear.subarray(300, 340))).toBe(false);
    expect(await buffer(await found.read({ start: 11, end: 99 }))).toEqual(clear.subarray(11, 100));
  });

  it('of a test job is in clear, for debugging', async () => {
    const life = await runJobToEnd({ TestJob: true });
    const bytes = await dumpDatabase();
    expect(seeds.filter((seed) => !bytes.includes(seed))).toEqual([]);
    await expectReadable(opened.store, life);
    await opened.mongo.db.collection<{ _id: string }>('jobs').deleteOne({ _id: life.job.ID });
    await opened.store.calls.eraseByJob(life.job.ID);
    await opened.mongo.db.collection<{ _id: string }>('calls').deleteOne({ _id: callId(life.job.ID, 1) });
  });

  it('is gone with the key of its job, in one write, and none is stored after that', async () => {
    const { job, call } = await runJobToEnd();
    await opened.store.dataKeys.destroy(job.ID);
    await opened.store.calls.addMessage(call, { ...message, content: 'too late' }, 3);
    await opened.store.jobTransitions.amend(job.ID, 5, { Data: { a: 'too late' }, UpdatedMS: 8 });
    for (const { store } of [opened, storeWith(testMasterKey)]) {
      expect(await store.jobs.load(job.ID)).toMatchObject({
        PhoneNumber: '',
        Overrides: {},
        State: 'completed',
      });
      expect((await store.jobs.load(job.ID))?.Data).toBeUndefined();
      const [read] = await store.calls.listByJob(job.ID);
      expect(read).toMatchObject({ Messages: [], Recordings: expect.any(Array) as unknown });
    }
    const stored = opened.mongo.db.collection<{ _id: string }>('call_messages');
    expect(await stored.countDocuments({ _id: { $in: [1, 2, 3].map((n) => `${call.ID}/00000${n}`) } })).toBe(2);
    const recordings = createSealedRecordingStore(createGridFsRecordingStore(opened.mongo.db), opened.keys.dataKeys);
    expect(await recordings.find(call, 'merged.mp3')).toBeUndefined();
  });

  it('of an existing job keeps its key when the job is inserted again', async () => {
    const { job } = await runJobToEnd();
    await opened.store.jobs.insertMissing([job, { ...job, ID: `${job.ID}_new` }]);
    await opened.store.jobTransitions.amend(job.ID, 5, { Data: { a: 'again' } });
    expect((await storeWith(testMasterKey).store.jobs.load(job.ID))?.Data).toEqual({ a: 'again' });
    expect((await opened.store.jobs.load(`${job.ID}_new`))?.PhoneNumber).toBe(seededNumber);
  });

  it('written before encryption existed stays readable', async () => {
    const job = aJob({ CreatedMS: 1, TestJob: true });
    await opened.store.jobs.insert(job);
    await opened.mongo.db.collection<{ _id: string }>('jobs').updateOne({ _id: job.ID }, { $unset: { TestJob: '' } });
    expect(await opened.store.jobs.load(job.ID)).toMatchObject({ PhoneNumber: seededNumber });
  });
});
