import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import { openTestStore } from '../../support/worker';

let opened: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  opened = await openTestStore();
}, 30_000);
afterAll(async () => {
  await opened.mongo.db.dropDatabase();
  await opened.mongo.close();
});

let count = 0;
async function open() {
  const { deliveries } = opened.store;
  const event: JobStateEvent = {
    orgId: 'org_1',
    campaignId: 'campaign_1',
    jobId: `job_${++count}`,
    sequence: 1,
    state: 'calling',
    eventTimeMs: 1,
    testJob: false,
  };
  await deliveries.open('webhook_1', event, 1_000);
  const id = deliveries.idOf({ webhookId: 'webhook_1', jobId: event.jobId, sequence: 1 });
  return { deliveries, id, event };
}
const attempt = (Number: number) => ({
  Number,
  AtMS: Number,
  DurationMS: 1,
  Status: 500,
  ResponseBody: 'echo of a name',
});

describe('deliveries', () => {
  it('record an attempt once per number, and keep the last hundred', async () => {
    const { deliveries, id } = await open();
    for (let number = 1; number <= 105; number++) {
      await deliveries.recordAttempt(id, attempt(number), { State: 'pending', NextAttemptMS: 5 });
      await deliveries.recordAttempt(id, attempt(number), { State: 'pending', NextAttemptMS: 5 });
    }
    const numbers = (await deliveries.find(id))?.Attempts.map(({ Number: n }) => n);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 6));
  });

  it('stay ended when an attempt comes back after the end', async () => {
    const { deliveries, id } = await open();
    expect(await deliveries.discardAll('webhook_1', 7)).toBeGreaterThan(0);
    expect(await deliveries.recordAttempt(id, attempt(1), { State: 'delivered', NextAttemptMS: undefined })).toBe(
      'discarded',
    );
    expect(await deliveries.find(id)).toMatchObject({ State: 'discarded', Attempts: [{ Number: 1 }] });
  });

  it('are made anew once, by whoever asks first, with numbers that go on', async () => {
    const { deliveries, id } = await open();
    await deliveries.recordAttempt(id, attempt(1), { State: 'delivered', NextAttemptMS: undefined });
    const standing = (await deliveries.find(id))!;
    const both = await Promise.all([deliveries.reopen(standing, 9), deliveries.reopen(standing, 9)]);
    expect(both.filter((one) => one !== undefined)).toMatchObject([{ State: 'pending', AttemptsBefore: 1, DueMS: 9 }]);
    expect((await deliveries.findDue(10, 100)).map(({ ID }) => ID)).toContain(id);
  });

  it('lose what receivers answered when the job’s personal data is erased, for good', async () => {
    const { deliveries, id, event } = await open();
    await deliveries.recordAttempt(id, attempt(1), { State: 'pending', NextAttemptMS: 5 });
    await deliveries.recordAttempt(id, attempt(2), { State: 'pending', NextAttemptMS: 5 });
    await deliveries.eraseBodies(event.jobId);
    const erased = await deliveries.find(id);
    expect(JSON.stringify(erased)).not.toContain('echo of a name');
    expect(erased).toMatchObject({ BodiesErased: true, Attempts: [{ Number: 1, Status: 500 }, { Number: 2 }] });
  });
});
