import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { NumberLimit } from '../../../shared/domain/planning/number-limits';
import { aJob } from '../../support/builders';
import { openTestStore, type TestStore } from '../../support/worker';

const phoneNumber = '+14155550142';
const nowMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.drop());

let numbers = 0;
/** A number without calls: an organization and a campaign of its own. */
function aNumber() {
  numbers++;
  return { orgId: `org_${numbers}`, campaignId: `campaign_${numbers}`, phoneNumber };
}
const limit = (count: number, durationMs = hourMs): NumberLimit => ({ origin: 'campaign', count, durationMs });
const attempts = () => opened.store.numberAttempts;
const ask = { force: false };
const startsOf = (number: ReturnType<typeof aNumber>, one: NumberLimit, atMs = nowMs) =>
  attempts().listStartsMs(number, one, { nowMs: atMs, nextCallId: '' });

describe('the limits on a number, once a job is erased', () => {
  const stored = async (): Promise<string> =>
    JSON.stringify(await opened.mongo.db.collection('number_attempts').find().toArray());
  /** A job with two calls, the first from before its campaign had a limit. */
  const calledJob = async () => {
    const number = aNumber();
    const of = { OrgID: number.orgId, CampaignID: number.campaignId };
    const job = aJob({ CreatedMS: nowMs, ...of, PhoneNumber: phoneNumber, CallCount: 2 });
    await opened.store.jobs.insert(job);
    for (const attempt of [1, 2]) {
      const atMs = nowMs + attempt * 90_000;
      const call = { ...createCallRecord(job, attempt, atMs), State: 'ended' as const };
      if (attempt === 2) await attempts().reserve({ ...number, callId: call.ID, atMs }, [limit(5)], ask);
      await opened.store.calls.claim(call);
    }
    return { number, job };
  };
  const hashOf = async (jobId: string) =>
    (await opened.mongo.db.collection<{ _id: string; NumberHash?: string }>('jobs').findOne({ _id: jobId }))
      ?.NumberHash;

  it('counts its attempts still, each once, and names neither the job nor its calls', async () => {
    const { number, job } = await calledJob();
    expect(await startsOf(number, limit(5))).toHaveLength(2);
    await attempts().eraseJob(job, [limit(5)], nowMs + 200_000);
    expect(await startsOf(number, limit(5), nowMs + 200_000)).toEqual([nowMs + 180_000, nowMs + 120_000]);
    expect(await stored()).not.toContain(job.ID.replace('job_', ''));
    expect(await hashOf(job.ID)).toBeUndefined();
    // A repeat changes nothing.
    await attempts().eraseJob(job, [limit(5)], nowMs + 200_000);
    expect(await startsOf(number, limit(5), nowMs + 200_000)).toHaveLength(2);
  });

  it('counts its attempts toward the policy too', async () => {
    const number = aNumber();
    const of = { OrgID: number.orgId, CampaignID: number.campaignId };
    const job = aJob({ CreatedMS: nowMs, ...of, PhoneNumber: phoneNumber, CallCount: 1 });
    await opened.store.jobs.insert(job);
    const call = createCallRecord(job, 1, nowMs);
    const policy: NumberLimit = { ...limit(5), origin: 'policy' };
    await attempts().reserve({ ...number, callId: call.ID, atMs: nowMs }, [policy], ask);
    await opened.store.calls.claim(call);
    await attempts().eraseJob(job, [policy], nowMs + 1_000);
    expect(await startsOf(number, policy, nowMs + 1_000)).toHaveLength(1);
    expect(await stored()).not.toContain(job.ID.replace('job_', ''));
  });

  it('counts each attempt once after a crash before the job lost its hash', async () => {
    const { number, job } = await calledJob();
    const jobs = opened.mongo.db.collection<{ _id: string }>('jobs');
    const beforeLastWrite = { NumberHash: await hashOf(job.ID), AttemptSalt: 'salt of the first try' };
    await jobs.updateOne({ _id: job.ID }, { $set: beforeLastWrite });
    for (const tried of [1, 2]) {
      await attempts().eraseJob(job, [limit(5)], nowMs + 200_000);
      if (tried === 1) await jobs.updateOne({ _id: job.ID }, { $set: beforeLastWrite });
      expect(await startsOf(number, limit(5), nowMs + 200_000)).toHaveLength(2);
    }
    expect(await hashOf(job.ID)).toBeUndefined();
  });

  it('counts each attempt once although several workers erase the job', async () => {
    const { number, job } = await calledJob();
    const erase = () => attempts().eraseJob(job, [limit(5)], nowMs + 200_000);
    await Promise.all(Array.from({ length: 8 }, erase));
    expect(await startsOf(number, limit(5), nowMs + 200_000)).toHaveLength(2);
    expect(await hashOf(job.ID)).toBeUndefined();
  });

  it('keeps nothing of a number that no limit counts', async () => {
    const number = aNumber();
    const of = { OrgID: number.orgId, CampaignID: number.campaignId };
    const job = aJob({ CreatedMS: nowMs, ...of, PhoneNumber: phoneNumber, CallCount: 1 });
    await opened.store.jobs.insert(job);
    await opened.store.calls.claim(createCallRecord(job, 1, nowMs));
    await attempts().eraseJob(job, [], nowMs);
    expect(await hashOf(job.ID)).toBeUndefined();
    expect(await stored()).not.toContain(number.campaignId);
  });

  it('keeps no attempt that is outside of the limit’s span', async () => {
    const { number, job } = await calledJob();
    await attempts().eraseJob(job, [limit(5)], nowMs + 30 * 24 * hourMs);
    expect(await startsOf(number, limit(5, 365 * 24 * hourMs), nowMs + 200_000)).toHaveLength(1);
  });
});
