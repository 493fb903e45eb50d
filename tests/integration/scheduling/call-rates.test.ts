import type { CommandStartedEvent } from 'mongodb';
import { callId } from '../../../shared/domain/call/call-record';
import { spacingMs } from '../../../shared/domain/campaign/pacing';
import type { Job } from '../../../shared/domain/job/job';
import { setting } from '../../support/setting';
import { aScope, createAskingJobs, isReserved, minuteMs, startMs } from './asking-jobs';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
});
afterAll(() => opened.drop());
const quotas = () => opened.store.callQuotas;
const { aDueJob, ask, reserved, handOver, queuedOf, fill } = createAskingJobs(() => opened.store);

describe('calls a minute', () => {
  it('are never more than the limit in any minute while all jobs are served in their order', async () => {
    const rate = 20;
    const quota = aScope({ MaxCallsPerMinute: rate }, 'campaign');
    const jobs = await Promise.all(Array.from({ length: 45 }, () => aDueJob()));
    const byId = new Map(jobs.map((job) => [job.ID, job]));
    const due: { job: Job; atMs: number }[] = [];
    const dialed: number[] = [];
    for (const job of jobs) if (isReserved(await ask(job, quota, startMs))) dialed.push(startMs);
    expect(dialed).toHaveLength(1);
    for (let atMs = startMs; dialed.length < jobs.length && atMs < startMs + 10 * minuteMs; atMs += 500) {
      for (const id of await handOver(quota, atMs)) {
        const job = byId.get(id)!;
        due.push({ job, atMs: (await queuedOf(job))!.UntilMS });
      }
      for (const { job } of due
        .splice(0, due.length, ...due.filter((one) => one.atMs > atMs))
        .filter((one) => one.atMs <= atMs)) {
        const { places } = await reserved(job, quota, atMs);
        expect(places[0]!.dialByMs).toBeGreaterThanOrEqual(atMs);
        dialed.push(atMs);
      }
    }
    expect(dialed).toHaveLength(45);
    for (const from of dialed) {
      const inMinute = dialed.filter((atMs) => atMs >= from && atMs < from + minuteMs);
      expect(inMinute.length).toBeLessThanOrEqual(rate);
    }
    // 45 calls at 20 a minute less the allowance for late ones.
    expect(Math.max(...dialed) - startMs).toBeLessThan(150_000);
  }, 60_000);

  it('lose no instant, and keep the order, while several workers hand over at once', async () => {
    const rate = 600;
    const quota = aScope({ MaxCallsPerMinute: rate }, 'campaign');
    const jobs = await Promise.all(Array.from({ length: 40 }, () => aDueJob()));
    await reserved(await aDueJob(), quota, startMs);
    for (const [index, job] of jobs.entries()) await ask(job, quota, startMs + index);
    const handed: { id: string; atMs: number }[] = [];
    for (let atMs = startMs + 1_000; handed.length < jobs.length && atMs < startMs + minuteMs; atMs += 1_000) {
      const passes = await Promise.all([1, 2, 3].map(() => handOver(quota, atMs)));
      for (const id of passes.flat())
        handed.push({ id, atMs: (await queuedOf(jobs.find(({ ID }) => ID === id)!))!.UntilMS });
      // Their calls are dialed at once, and their places are free again.
      for (const { id } of handed) await quotas().giveBack(callId(id, 1), [quota.scope]);
    }
    const inOrder = [...handed].sort((one, other) => one.atMs - other.atMs);
    expect(inOrder.map(({ id }) => id)).toEqual(jobs.map(({ ID }) => ID));
    const instants = inOrder.map(({ atMs }) => atMs);
    // One pass hands out the instants of two seconds, so the next pass goes on where it ended.
    expect(Math.max(...instants) - Math.min(...instants)).toBe((jobs.length - 1) * spacingMs(rate));
    expect(new Set(instants).size).toBe(jobs.length);
  }, 60_000);

  it('give a job that is too late for its instant the next one', async () => {
    const quota = aScope({ MaxCallsPerMinute: 1 }, 'campaign');
    const late = await aDueJob();
    await reserved(await aDueJob(), quota, startMs);
    await ask(late, quota, startMs);
    expect(await handOver(quota, startMs)).toEqual([late.ID]);
    const { UntilMS } = (await queuedOf(late))!;
    expect(UntilMS).toBeGreaterThanOrEqual(startMs + minuteMs);
    expect(isReserved(await ask(late, quota, UntilMS - 1))).toBe(false);
    const { places } = await reserved(late, quota, UntilMS + 5_000);
    expect(places[0]!.dialByMs).toBe(UntilMS + 8_000);
    // The following one is as far from it as from any other.
    const following = await aDueJob();
    await ask(following, quota, UntilMS + 5_000);
    expect(await handOver(quota, UntilMS + 5_000)).toEqual([following.ID]);
    expect((await queuedOf(following))!.UntilMS).toBeGreaterThanOrEqual(UntilMS + 5_000 + minuteMs);
  });
});

it('allows a tenth of the calls at the start of a ramp, and hands over what it adds', async () => {
  const quota = aScope({ MaxConcurrentCalls: 20, RampMS: 10 * minuteMs }, 'campaign');
  const jobs = await Promise.all(Array.from({ length: 12 }, () => aDueJob()));
  let open = 0;
  for (const job of jobs) if (isReserved(await ask(job, quota, startMs))) open++;
  expect(open).toBe(2);
  expect(await handOver(quota, startMs + minuteMs)).toHaveLength(1);
});

describe('the cost of a limit', () => {
  const writing = new Set(['insert', 'update', 'delete', 'findAndModify']);
  const costOf = async (act: () => Promise<unknown>): Promise<{ reads: number; writes: number }> => {
    const cost = { reads: 0, writes: 0 };
    const count = ({ commandName }: CommandStartedEvent): void => {
      if (writing.has(commandName)) cost.writes++;
      else cost.reads++;
    };
    opened.mongo.db.client.on('commandStarted', count);
    await act();
    opened.mongo.db.client.off('commandStarted', count);
    return cost;
  };

  it('is two writes for a call that finds a place', async () => {
    const quota = aScope({ MaxConcurrentCalls: 5 });
    await reserved(await aDueJob(), quota, startMs);
    const call = { ID: 'call_free_1', JobID: 'job_free', CampaignID: 'campaign_1' };
    const cost = await costOf(async () => {
      const answer = await quotas().reserve(call, [quota], startMs);
      if (isReserved(answer)) await quotas().release(answer, { undialed: false });
    });
    expect(cost).toEqual({ reads: 0, writes: 2 });
  });

  it.each([3, 120])(
    'is the same for a place that is handed over while %d jobs wait',
    async (count) => {
      const quota = aScope({ MaxConcurrentCalls: 1 });
      const jobs = await Promise.all(Array.from({ length: count }, () => aDueJob()));
      const running = await fill(quota, jobs);
      const late = await aDueJob();
      const waits = await costOf(async () => {
        const asking = { ID: callId(late.ID, 1), JobID: late.ID, CampaignID: late.CampaignID };
        const answer = await quotas().reserve(asking, [quota], startMs + 4 * minuteMs);
        if (isReserved(answer)) throw new Error('There was no place.');
        await opened.store.jobTransitions.amend(late.ID, late.Sequence, { Queued: answer.queued });
        await quotas().announce(quota, startMs + 4 * minuteMs);
        await handOver(quota, startMs + 4 * minuteMs);
      });
      expect(waits).toEqual({ reads: 3, writes: 5 });
      await quotas().release(running, { undialed: false });
      const handed = await costOf(() => handOver(quota, startMs + 5 * minuteMs));
      expect(handed).toEqual({ reads: 5, writes: 3 });
      const id = callId(jobs[0]!.ID, 1);
      const queued = await queuedOf(jobs[0]!);
      const call = { ID: id, JobID: jobs[0]!.ID, CampaignID: jobs[0]!.CampaignID, queued };
      const taken = await costOf(() => quotas().reserve(call, [quota], startMs + 5 * minuteMs));
      expect(taken).toEqual({ reads: 1, writes: 1 });
    },
    30_000,
  );
});
