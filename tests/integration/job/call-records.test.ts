import type { LLMMessage } from '../../../shared/domain/call/call';
import { createCallRecord, type CallSummary } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { aJob } from '../../support/builders';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';

let testEnv: TestStore;
/** How many commands the database has got for messages. */
let messageCommands = 0;
beforeAll(async () => {
  testEnv = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
  testEnv.mongo.db.client.on('commandStarted', ({ commandName, command }) => {
    if ((command as Record<string, unknown>)[commandName] === 'call_messages') messageCommands++;
  });
});
afterAll(() => testEnv.drop());

const said = (content: string): LLMMessage => ({ role: 'user', content, created_at: '2026-11-20T10:00:00Z' });

async function claimedCall(fields: Partial<Job> = {}): Promise<{ job: Job; call: CallSummary }> {
  const job = aJob({ CreatedMS: 1, ...fields });
  await testEnv.store.jobs.insert(job);
  const call = createCallRecord(job, 1, 1_000);
  expect(await testEnv.store.calls.claim(call)).toBe(true);
  return { job, call };
}
const contentsOf = async (job: Job): Promise<(string | null)[] | undefined> =>
  (await testEnv.store.calls.listByJob(job.ID))[0]?.Messages.map(({ content }) => content);
const close = (call: CallSummary, messageCount?: number) =>
  testEnv.store.calls.close(call, { state: 'ended', endedMs: 9, endedReason: 'contact_hung_up', messageCount });

const size = { items: 200, bytes: 4_000_000 };

describe('the lease on a call', () => {
  const leases = () => testEnv.store.callLeases;

  it('begins with the claim, of which there is one, and ends when the call is closed', async () => {
    const { call } = await claimedCall();
    expect(await leases().find(call.ID)).toMatchObject({ RenewedMS: 1_000 });
    expect(await testEnv.store.calls.claim({ ...call, CreatedMS: 5_000 })).toBe(false);
    expect(await leases().find(call.ID)).toMatchObject({ RenewedMS: 1_000 });
    await leases().renew(call.ID, 3_000);
    expect(await leases().find(call.ID)).toMatchObject({ RenewedMS: 3_000 });
    await close(call);
    expect(await leases().find(call.ID)).toBeUndefined();
  });

  it('is not brought back by a renewal that arrives after its end', async () => {
    const { call } = await claimedCall();
    await close(call);
    await leases().renew(call.ID, 3_000);
    expect(await leases().find(call.ID)).toBeUndefined();
  });

  it('keeps the first suspicion, until a renewal clears it', async () => {
    const { call } = await claimedCall();
    expect(await leases().markSuspected(call.ID, 20_000)).toBe(20_000);
    expect(await leases().markSuspected(call.ID, 24_000)).toBe(20_000);
    await leases().renew(call.ID, 25_000);
    expect(await leases().find(call.ID)).not.toHaveProperty('SuspectedMS');
    expect(await leases().markSuspected(call.ID, 40_000)).toBe(40_000);
  });

  it('can be suspected although its worker was lost before it got it', async () => {
    expect(await leases().markSuspected('call_none_1', 20_000)).toBe(20_000);
    expect(await leases().find('call_none_1')).not.toHaveProperty('RenewedMS');
  });
});

describe('a worker that handles a call', () => {
  it('must hang up when a stop was requested, when another worker closed the call, and not before', async () => {
    const { calls } = testEnv.store;
    const [stopped, closed] = [await claimedCall(), await claimedCall()];
    expect(await calls.mustHangUp(stopped.call.ID)).toBe(false);
    await calls.requestStop(stopped.call, 2_000);
    expect(await calls.mustHangUp(stopped.call.ID)).toBe(true);
    expect(await calls.mustHangUp(closed.call.ID)).toBe(false);
    await close(closed.call);
    expect(await calls.mustHangUp(closed.call.ID)).toBe(true);
  });
});

describe('the messages of a call', () => {
  it('are read in their order, while the call is open and after it, whichever worker closed it', async () => {
    for (const count of [12, undefined]) {
      const { job, call } = await claimedCall();
      const contents = Array.from({ length: 12 }, (_, index) => `message ${index}`);
      const shuffled = [...contents.entries()].sort(([one], [other]) => (one % 5) - (other % 5));
      for (const [index, content] of shuffled) await testEnv.store.calls.addMessage(call, said(content), index + 1);
      expect(await contentsOf(job)).toEqual(contents);
      await close(call, count);
      expect(await contentsOf(job)).toEqual(contents);
    }
  });

  it('are read only where a transcript is returned', async () => {
    const { calls } = testEnv.store;
    const { job, call } = await claimedCall();
    await calls.addMessage(call, said('Hello.'), 1);
    const { OrgID: orgId, CampaignID: campaignId, ID: jobId } = job;
    messageCommands = 0;
    await calls.requestStop(call, 2_000);
    await calls.mustHangUp(call.ID);
    await close(call, 1);
    await calls.find(call.ID);
    await calls.findInJob({ orgId, campaignId, jobId, callId: call.ID });
    await calls.listSummariesByJob(jobId);
    await calls.listSummariesInJob({ orgId, jobId });
    expect(messageCommands).toBe(0);
    expect((await calls.listLatestInJob({ orgId, jobId }, size)).map(({ Messages }) => Messages)).toEqual([
      [said('Hello.')],
    ]);
    expect(messageCommands).toBe(1);
  });

  it('are stored once, however often a write is repeated, also two that are equal', async () => {
    const { job, call } = await claimedCall();
    for (const sequence of [1, 1, 2, 2, 1]) await testEnv.store.calls.addMessage(call, said('Yes.'), sequence);
    expect(await contentsOf(job)).toEqual(['Yes.', 'Yes.']);
  });

  it('of a dropped write leave a gap that hides no other message', async () => {
    for (const count of [9, undefined]) {
      const { job, call } = await claimedCall();
      for (const sequence of [1, 9]) await testEnv.store.calls.addMessage(call, said(`at ${sequence}`), sequence);
      await close(call, count);
      expect(await contentsOf(job)).toEqual(['at 1', 'at 9']);
    }
  });

  it('are of one call, although the id of another begins with its id', async () => {
    const { job, call } = await claimedCall();
    const tenth = createCallRecord(job, 10, 2_000);
    await testEnv.store.calls.claim(tenth);
    await testEnv.store.calls.addMessage(call, said('first'), 1);
    await testEnv.store.calls.addMessage(tenth, said('tenth'), 1);
    const read = await testEnv.store.calls.listByJob(job.ID);
    expect(read.map(({ Attempt, Messages }) => [Attempt, Messages[0]?.content])).toEqual([
      [1, 'first'],
      [10, 'tenth'],
    ]);
  });

  it.each([false, true])('are gone after an erasure, and none is stored later; test job: %s', async (TestJob) => {
    const { job, call } = await claimedCall(TestJob ? { TestJob } : {});
    const { calls } = testEnv.store;
    await calls.addMessage(call, said('before'), 1);
    await close(call, 1);
    await calls.eraseByJob(job.ID);
    await calls.addMessage(call, said('too late'), 2);
    const stored = testEnv.mongo.db.collection<{ _id: string }>('call_messages');
    expect(await stored.countDocuments({ _id: { $gte: `${call.ID}/`, $lt: `${call.ID}0` } })).toBe(0);
    expect(await contentsOf(job)).toEqual([]);
  });
});
