import type { Db } from 'mongodb';
import type { StoredKeys } from '../../../../shared/adapters/crypto/stored-key';
import { createDataKeys, type KeyFields } from '../../../../shared/adapters/mongo/data-keys';

/** Data keys over jobs in memory; `unwrapped` lists the jobs whose keys were opened. */
function createKeys() {
  const jobs = new Map<string, KeyFields>();
  const unwrapped: string[] = [];
  const storedKeys = {
    unwrap: (stored, { jobId }) => {
      unwrapped.push(jobId);
      return Promise.resolve({ key: Buffer.from(stored, 'base64'), sealsFiles: true, holdsClear: false });
    },
  } as Partial<StoredKeys> as StoredKeys;
  const collection = {
    findOne: ({ _id }: { _id: string }) => Promise.resolve(jobs.get(_id) ?? null),
    updateOne: ({ _id }: { _id: string }) => {
      jobs.set(_id, { _id, OrgID: 'org_1', DataKeyDestroyed: true });
      return Promise.resolve();
    },
  };
  const clock = { ms: 1, now: () => clock.ms };
  const keys = createDataKeys({ collection: () => collection } as unknown as Db, storedKeys, { perf: clock });
  const insert = (jobId: string): KeyFields => {
    const document = { _id: jobId, OrgID: 'org_1', DataKey: Buffer.alloc(32, jobId).toString('base64') };
    jobs.set(jobId, document);
    return document;
  };
  return { keys, insert, unwrapped, clock };
}

describe('the data key of a job', () => {
  it('is opened once a minute', async () => {
    const { keys, insert, unwrapped, clock } = createKeys();
    insert('job_1');
    await keys.of('job_1');
    clock.ms += 59_000;
    await keys.of('job_1');
    expect(unwrapped).toEqual(['job_1']);
    clock.ms += 2_000;
    await keys.of('job_1');
    expect(unwrapped).toEqual(['job_1', 'job_1']);
  });

  it('is not kept longer because it is used', async () => {
    const { keys, insert, unwrapped, clock } = createKeys();
    const document = insert('job_1');
    for (let seconds = 0; seconds < 71; seconds += 10) {
      await keys.of('job_1');
      await keys.ofDocument(document);
      clock.ms += 10_000;
    }
    expect(unwrapped).toEqual(['job_1', 'job_1']);
  });

  it('is not brought back by a read that began before it was destroyed', async () => {
    const { keys, insert, clock } = createKeys();
    const document = insert('job_1');
    await keys.destroy('job_1');
    expect((await keys.ofDocument(document)).kind).toBe('erased');
    clock.ms += 61_000;
    expect((await keys.ofDocument(document)).kind).toBe('erased');
    expect((await keys.of('job_1')).kind).toBe('erased');
  });

  it('of another job leaves the cache alone when the cache is full: only the least recently used one goes', async () => {
    const { keys, insert, unwrapped } = createKeys();
    for (let index = 0; index <= 10_000; index++) await keys.ofDocument(insert(`job_${index}`));
    unwrapped.length = 0;
    for (const index of [1, 5_000, 10_000]) await keys.of(`job_${index}`);
    expect(unwrapped).toEqual([]);
    await keys.of('job_0');
    expect(unwrapped).toEqual(['job_0']);
  });
});
