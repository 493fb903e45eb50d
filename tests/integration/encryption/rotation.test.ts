import { createKeys } from '../../../shared/adapters/mongo/keys';
import { rotateMasterKey } from '../../../apps/cli/admin/key-rotation';
import { aJob, orgId, seededName, seededNumber } from '../../support/builders';
import { openTestStore } from '../../support/worker';
import { testMasterKey } from '../../support/master-keys';

import { useAtRestEnv, inCampaign, runJobToEnd, opened, storeWith } from './at-rest-env';

useAtRestEnv();
const [second, third] = [20, 21].map((fill) => Buffer.alloc(32, fill).toString('base64'));
if (second === undefined || third === undefined) throw new Error('Two keys are needed.');

describe('a new master key', () => {
  it('replaces the previous one while jobs run, and the previous one is no longer needed', async () => {
    const { job } = await runJobToEnd();
    const running = aJob({ CreatedMS: 1 });
    await opened.store.jobs.insert(running);
    const secret = ['whsec_x'];
    const webhook = { ID: 'webhook_1', OrgID: orgId, DestinationURL: 'https://a.example', Enabled: true, CreatedMS: 1 };
    await opened.store.webhooks.insert(webhook, { secrets: secret, headers: { a: 'b' } });
    const hash = await opened.keys.numberHash(seededNumber);

    const { settings, store } = storeWith(second, [testMasterKey]);
    const fresh = aJob({ CreatedMS: 1 });
    await store.jobs.insert(fresh);
    // Other processes accept both keys already.
    const other = storeWith(testMasterKey, [second]).store;
    expect((await other.jobs.load(fresh.ID))?.ContactName).toBe(seededName);

    const first = await rotateMasterKey(opened.mongo.db, settings);
    expect(first).toMatchObject({ conflicts: 0, unreadable: [] });
    expect(first.rewrapped).toBe(first.examined - 1);
    await store.jobTransitions.apply({
      jobId: running.ID,
      fromSequence: 1,
      to: 'scheduled',
      nowMs: 2,
      set: { Data: { c: 1 } },
    });
    expect(await rotateMasterKey(opened.mongo.db, settings)).toMatchObject({ rewrapped: 0, unreadable: [] });

    const after = storeWith(second);
    for (const { ID } of [job, running, fresh])
      expect(await after.store.jobs.load(ID)).toMatchObject({
        PhoneNumber: seededNumber,
        ContactName: seededName,
      });
    expect(await after.keys.numberHash(seededNumber)).toBe(hash);
    expect((await after.store.jobLists.search(inCampaign, seededNumber)).map(({ ID }) => ID)).toContain(running.ID);
    expect(await after.store.webhooks.findWithSecrets('webhook_1', 1)).toMatchObject({
      secrets: secret,
      headers: { a: 'b' },
    });
    // With only the old key, or with another one, nothing is read, hashed or searched.
    for (const without of [storeWith(testMasterKey), storeWith(third)]) {
      await expect(without.store.jobs.load(job.ID)).rejects.toThrow('does not open');
      await expect(without.keys.numberHash(seededNumber)).rejects.toThrow('does not open');
      await expect(without.store.webhooks.findWithSecrets('webhook_1', 1)).rejects.toThrow('does not open');
    }
  });

  it('reports which jobs no master key opens, and does not restore the key of an erased job', async () => {
    const [lost, erased] = [aJob({ CreatedMS: 1 }), aJob({ CreatedMS: 1 })];
    await storeWith(second).store.jobs.insert(erased);
    const stray = await storeWith(third).keys.dataKeys.create(lost);
    await storeWith(second).store.jobs.insert(lost);
    const jobs = opened.mongo.db.collection<{ _id: string; DataKey?: string }>('jobs');
    await jobs.updateOne({ _id: lost.ID }, { $set: stray.fields });
    await storeWith(second).store.dataKeys.destroy(erased.ID);
    const result = await rotateMasterKey(opened.mongo.db, { OUTDIAL_MASTER_KEY: second });
    expect(result.unreadable).toEqual([lost.ID]);
    expect((await jobs.findOne({ _id: erased.ID }))?.DataKey).toBeUndefined();
    await jobs.deleteOne({ _id: lost.ID });
  });

  it('leaves one secret when several processes start at once on an empty database', async () => {
    const other = await openTestStore();
    const settings = { OUTDIAL_MASTER_KEY: testMasterKey };
    const hashes = await Promise.all(
      Array.from({ length: 8 }, () => createKeys(other.mongo.db, settings).numberHash(seededNumber)),
    );
    expect(new Set(hashes).size).toBe(1);
    await other.drop();
  });
});
