import { BSON } from 'mongodb';
import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import { aJob } from '../../support/builders';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
}, 30_000);
afterAll(() => opened.drop());

async function open(fields: { TestJob?: boolean } = {}) {
  const { deliveries, jobs } = opened.store;
  const job = aJob({ CreatedMS: 1, ...fields });
  await jobs.insert(job);
  const event: JobStateEvent = {
    orgId: job.OrgID,
    campaignId: 'campaign_1',
    jobId: job.ID,
    sequence: 1,
    state: 'calling',
    eventTimeMs: 1,
    testJob: job.TestJob === true,
  };
  await deliveries.open('webhook_1', event, 1_000);
  const id = deliveries.idOf({ webhookId: 'webhook_1', jobId: event.jobId, sequence: 1 });
  return { deliveries, id, event, delivery: { ID: id, Event: event } };
}
const attempt = (Number: number) => ({
  Number,
  AtMS: Number,
  DurationMS: 1,
  Status: 500,
  ResponseBody: 'echo of a name',
});

describe('deliveries', () => {
  it('record each attempt number once, and keep the last hundred', async () => {
    const { deliveries, id, delivery } = await open();
    for (let number = 1; number <= 105; number++) {
      await deliveries.recordAttempt(delivery, attempt(number), { State: 'pending', NextAttemptMS: 5 });
      await deliveries.recordAttempt(delivery, attempt(number), { State: 'pending', NextAttemptMS: 5 });
    }
    const numbers = (await deliveries.find(id))?.Attempts.map(({ Number: n }) => n);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 6));
  });

  it.each([{ TestJob: true }, { TestJob: false }])(
    'keep no answer to an attempt that was under way while the job was erased: %o',
    async (fields) => {
      const { deliveries, id, delivery, event } = await open(fields);
      await deliveries.recordAttempt(delivery, attempt(1), { State: 'pending', NextAttemptMS: 5 });
      await deliveries.eraseBodies(event.jobId);
      await deliveries.recordAttempt(delivery, attempt(2), { State: 'delivered', NextAttemptMS: undefined });
      await deliveries.recordAttempt(delivery, attempt(3), { State: 'delivered', NextAttemptMS: undefined });
      const stored = await deliveries.find(id);
      expect(stored).toMatchObject({ State: 'delivered' });
      expect(stored?.Attempts.map(({ Number: n, ResponseBody }) => [n, ResponseBody])).toEqual([
        [1, undefined],
        [2, undefined],
        [3, undefined],
      ]);
      const raw = await opened.mongo.db.collection<{ _id: string }>('webhook_deliveries').findOne({ _id: id });
      expect(Buffer.from(BSON.serialize(raw ?? {})).includes('echo of a name')).toBe(false);
    },
  );

  it('stay ended when an attempt finishes after the end', async () => {
    const { deliveries, id, delivery } = await open();
    expect(await deliveries.discardAll('webhook_1', 7)).toBeGreaterThan(0);
    expect(await deliveries.recordAttempt(delivery, attempt(1), { State: 'delivered', NextAttemptMS: undefined })).toBe(
      'discarded',
    );
    expect(await deliveries.find(id)).toMatchObject({ State: 'discarded', Attempts: [{ Number: 1 }] });
  });

  it('end together with their webhook, up to a limit: a request must not wait for millions', async () => {
    const { deliveries, id } = await open();
    const documents = opened.mongo.db.collection<{ _id: string }>('webhook_deliveries');
    const copy = (await documents.findOne({ _id: id }))!;
    const WebhookID = 'webhook_many';
    await documents.insertMany(Array.from({ length: 5_100 }, (_, n) => ({ ...copy, _id: `many-${n}`, WebhookID })));
    expect([await deliveries.discardAll(WebhookID, 7), await deliveries.discardAll(WebhookID, 7)]).toEqual([
      5_000, 100,
    ]);
    expect(await documents.countDocuments({ WebhookID, State: 'discarded', DueMS: 7 })).toBe(5_100);
    await documents.deleteMany({ WebhookID });
  });

  it('are reopened once when requested concurrently, and continue the attempt numbers', async () => {
    const { deliveries, id, delivery } = await open();
    await deliveries.recordAttempt(delivery, attempt(1), { State: 'delivered', NextAttemptMS: undefined });
    const stored = (await deliveries.find(id))!;
    const both = await Promise.all([deliveries.reopen(stored, 9), deliveries.reopen(stored, 9)]);
    expect(both.filter((one) => one !== undefined)).toMatchObject([{ State: 'pending', AttemptsBefore: 1, DueMS: 9 }]);
    expect((await deliveries.findDue(10, 100)).map(({ ID }) => ID)).toContain(id);
  });

  it('keep the instant that was requested during an attempt, until the next attempt is made', async () => {
    const { deliveries, id, delivery } = await open();
    const asRead = { ...delivery, NextAttemptMS: 1_000 };
    await deliveries.hasten(id, 2_000);
    const failed = { State: 'pending', NextAttemptMS: 9_000 } as const;
    expect(await deliveries.recordAttempt(asRead, attempt(1), failed)).toBe('pending');
    expect(await deliveries.find(id)).toMatchObject({
      NextAttemptMS: 2_000,
      Hastened: true,
      Attempts: [{ Number: 1 }],
    });
    await deliveries.recordAttempt({ ...asRead, NextAttemptMS: 2_000 }, attempt(2), failed);
    const after = await deliveries.find(id);
    expect(after).toMatchObject({ NextAttemptMS: 9_000, Attempts: [{ Number: 1 }, { Number: 2 }] });
    expect(after?.Hastened).toBeUndefined();
    await deliveries.hasten(id, 3_000);
    await deliveries.recordAttempt({ ...asRead, NextAttemptMS: 9_000 }, attempt(3), { State: 'delivered' });
    await deliveries.hasten(id, 4_000);
    const ended = await deliveries.find(id);
    expect(ended).toMatchObject({ State: 'delivered' });
    expect([ended?.NextAttemptMS, ended?.DueMS, ended?.Hastened]).toEqual([undefined, undefined, undefined]);
  });

  it('permanently lose the responses of receivers when the job’s personal data is erased', async () => {
    const { deliveries, id, event, delivery } = await open();
    await deliveries.recordAttempt(delivery, attempt(1), { State: 'pending', NextAttemptMS: 5 });
    await deliveries.recordAttempt(delivery, attempt(2), { State: 'pending', NextAttemptMS: 5 });
    expect((await deliveries.find(id))?.Attempts).toMatchObject([attempt(1), attempt(2)]);
    await deliveries.eraseBodies(event.jobId);
    const erased = await deliveries.find(id);
    expect(JSON.stringify(erased)).not.toContain('echo of a name');
    expect(erased).toMatchObject({ BodiesErased: true, Attempts: [{ Number: 1, Status: 500 }, { Number: 2 }] });
  });

  it('store the responses of receivers sealed under the job’s key, except for test jobs', async () => {
    for (const [TestJob, isClear] of [
      [false, false],
      [true, true],
    ] as const) {
      const { deliveries, id, delivery } = await open({ TestJob });
      await deliveries.recordAttempt(delivery, attempt(1), { State: 'pending', NextAttemptMS: 5 });
      const stored = await opened.mongo.db.collection<{ _id: string }>('webhook_deliveries').findOne({ _id: id });
      expect(Buffer.from(BSON.serialize(stored ?? {})).includes('echo of a name')).toBe(isClear);
      const {
        deliveries: [listed],
      } = await deliveries.list({ webhookId: 'webhook_1', jobId: delivery.Event.jobId }, 1);
      expect(listed?.Attempts).toMatchObject([attempt(1)]);
    }
  });

  it('lose the responses of receivers with the job’s key, and store none after that', async () => {
    const { deliveries, id, event, delivery } = await open();
    await deliveries.recordAttempt(delivery, attempt(1), { State: 'pending', NextAttemptMS: 5 });
    await opened.store.dataKeys.destroy(event.jobId);
    await deliveries.recordAttempt(delivery, attempt(2), { State: 'pending', NextAttemptMS: 5 });
    const kept = await deliveries.find(id);
    expect(kept).toMatchObject({ Attempts: [{ Number: 1, Status: 500 }, { Number: 2 }] });
    expect(JSON.stringify(kept)).not.toContain('echo of a name');
  });
});
