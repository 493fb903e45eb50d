import { callId } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { aScope, createAskingJobs, holdsOf, isReserved, minuteMs, startMs, type Reserved } from './asking-jobs';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.drop());
const quotas = () => opened.store.callQuotas;
const { aDueJob, ask, reserved, handOver, queuedOf, fill } = createAskingJobs(() => opened.store);

describe('a place that becomes free', () => {
  it('is handed to the job that waits longest, and to one job only', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const jobs = [await aDueJob(), await aDueJob(), await aDueJob()];
    const running = await fill(quota, jobs);
    expect(await handOver(quota, startMs + minuteMs)).toEqual([]);
    expect(await quotas().release(running, { undialed: false })).toEqual([quota.scope]);
    const releasers = [1, 2, 3].map(() => handOver(quota, startMs + minuteMs));
    expect((await Promise.all(releasers)).flat()).toEqual([jobs[0]!.ID]);
    expect(await queuedOf(jobs[0]!)).toMatchObject({ UntilMS: startMs + minuteMs, Places: [quota.scope] });
    // A newcomer does not overtake it, and it takes its place.
    expect(isReserved(await ask(await aDueJob(), quota, startMs + minuteMs))).toBe(false);
    await reserved(jobs[0]!, quota, startMs + minuteMs + 100);
    expect(await handOver(quota, startMs + 2 * minuteMs)).toEqual([]);
  });

  it('goes to a higher priority first', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const [low, high] = [await aDueJob(), await aDueJob()];
    const running = await fill(quota, [low]);
    await ask(high, quota, startMs + minuteMs, 5);
    await quotas().release(running, { undialed: false });
    expect(await handOver(quota, startMs + minuteMs)).toEqual([high.ID]);
  });

  it('goes to the campaign with the fewest calls, by turns among equal ones', async () => {
    const quota = aScope({ MaxConcurrentCalls: 4 });
    const inCampaign = (CampaignID: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => aDueJob({ CampaignID })));
    const [many, few] = [await inCampaign('campaign_many', 12), await inCampaign('campaign_few', 4)];
    let open: Reserved[] = [];
    for (const job of many.slice(0, 4)) open.push(await reserved(job, quota, startMs));
    for (const job of many.slice(4)) await ask(job, quota, startMs);
    for (const job of few) await ask(job, quota, startMs + minuteMs);
    const owners = new Map([...many, ...few].map((job) => [job.ID, job]));
    const order: string[] = [];
    for (let end = 0; end < 6; end++) {
      const atMs = startMs + (2 + end) * minuteMs;
      await quotas().release(open.shift()!, { undialed: false });
      for (const id of await handOver(quota, atMs)) {
        order.push(owners.get(id)!.CampaignID);
        open = [...open, await reserved(owners.get(id)!, quota, atMs)];
      }
    }
    expect(order.slice(0, 2)).toEqual(['campaign_few', 'campaign_few']);
    // From then on both have two of the four places.
    expect(order.slice(2).filter((campaign) => campaign === 'campaign_few')).toHaveLength(2);
  });

  it('passes over campaigns that are held back, and costs nothing while all are', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const [held, other] = [await aDueJob({ CampaignID: 'campaign_a' }), await aDueJob({ CampaignID: 'campaign_b' })];
    const running = await fill(quota, [held, other]);
    await quotas().release(running, { undialed: false });
    const holds = holdsOf((campaignId) => campaignId === 'campaign_a');
    expect((await quotas().handOver(quota.scope, holds, startMs + minuteMs)).map(({ ID }) => ID)).toEqual([other.ID]);
    await quotas().giveBack(callId(other.ID, 1), [quota.scope]);
    expect(await quotas().handOver(quota.scope, holds, startMs + minuteMs)).toEqual([]);
    expect(await handOver(quota, startMs + 2 * minuteMs)).toEqual([held.ID]);
  });

  it('is passed on if the job gives it back, and if it does not come', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const jobs = [await aDueJob(), await aDueJob(), await aDueJob()];
    const running = await fill(quota, jobs);
    await quotas().release(running, { undialed: false });
    expect(await handOver(quota, startMs + minuteMs)).toEqual([jobs[0]!.ID]);
    expect(await quotas().giveBack(callId(jobs[0]!.ID, 1), [quota.scope])).toEqual([quota.scope]);
    expect(await handOver(quota, startMs + minuteMs)).toEqual([jobs[1]!.ID]);
    expect(await handOver(quota, startMs + minuteMs + 10_000)).toEqual([]);
    expect(await handOver(quota, startMs + minuteMs + 20_000)).toEqual([jobs[2]!.ID]);
    // The job that came too late asks again, and keeps its place in the queue.
    await ask(jobs[1]!, quota, startMs + minuteMs + 30_000);
    expect(await queuedOf(jobs[1]!)).toMatchObject({ WaitsIn: quota.scope, SinceMS: startMs + 2_000 });
  });

  it('comes by the priority that the job has when the place is free, also if it changed while the job began to wait', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const jobs = [await aDueJob(), await aDueJob(), await aDueJob({ Priority: 3 }), await aDueJob({ Priority: 1 })];
    const [plain, raised, lowered, other] = jobs as [Job, Job, Job, Job];
    const running = await reserved(await aDueJob(), quota, startMs);
    const setPriority = async ({ ID, OrgID, CampaignID }: Job, Priority: number): Promise<void> => {
      const key = { orgId: OrgID, campaignId: CampaignID, jobId: ID };
      expect(await opened.store.jobs.update(key, { Priority }, startMs)).toMatchObject({ Priority });
    };
    for (const job of [plain, lowered, other]) await ask(job, quota, startMs + 1_000, job.Priority);
    // It asked with the priority of before.
    await setPriority(raised, 2);
    await ask(raised, quota, startMs + 2_000, 0);
    await setPriority(lowered, -1);
    expect((await queuedOf(plain))?.Priority).toBe(0);
    let last = running;
    const order: string[] = [];
    for (let turn = 1; turn <= jobs.length; turn++) {
      await quotas().release(last, { undialed: false });
      const [next = ''] = await handOver(quota, startMs + turn * minuteMs);
      order.push(next);
      const job = jobs.find(({ ID }) => ID === next);
      if (job !== undefined) last = await reserved(job, quota, startMs + turn * minuteMs);
    }
    expect(order).toEqual([raised.ID, other.ID, plain.ID, lowered.ID]);
    await quotas().release(last, { undialed: false });
  });

  it('is never lost when a call ends while a job begins to wait', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const waiting = await aDueJob();
    const running = await reserved(await aDueJob(), quota, startMs);
    const call = { ID: callId(waiting.ID, 1), JobID: waiting.ID, CampaignID: waiting.CampaignID };
    const answer = await quotas().reserve(call, [quota], startMs);
    if (isReserved(answer)) throw new Error('There was no place.');
    expect(await quotas().release(running, { undialed: false })).toEqual([]);
    await opened.store.jobTransitions.amend(waiting.ID, waiting.Sequence, { Queued: answer.queued });
    await quotas().announce(quota, startMs);
    expect(await handOver(quota, startMs)).toEqual([waiting.ID]);
  });

  it('is not forgotten by a plan that was made before it was handed over', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const job = await aDueJob({ DueMS: startMs });
    const running = await fill(quota, [job]);
    const planned = (await opened.store.jobs.load(job.ID))!;
    await quotas().release(running, { undialed: false });
    await handOver(quota, startMs + minuteMs);
    const later = { DueMS: startMs + 30 * minuteMs };
    expect(await opened.store.jobTransitions.replan(planned, later)).toBe(false);
    expect((await opened.store.jobs.load(job.ID))!.DueMS).toBeLessThanOrEqual(startMs + minuteMs + 5_000);
    expect(await opened.store.jobTransitions.replan((await opened.store.jobs.load(job.ID))!, later)).toBe(true);
  });

  it('is found by the sweeper if its hand-over was lost', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 });
    const job = await aDueJob();
    const running = await fill(quota, [job]);
    await quotas().release(running, { undialed: false });
    const due = async (atMs: number) => (await quotas().findDue(atMs, 100)).filter(({ ID }) => ID === quota.scope);
    expect(await due(startMs + 2_000)).toEqual([]);
    const [look] = await due(startMs + minuteMs);
    expect(await quotas().claimLook(look!, startMs + minuteMs)).toBe(true);
    expect(await quotas().claimLook(look!, startMs + minuteMs)).toBe(false);
    expect(await handOver(quota, startMs + minuteMs)).toEqual([job.ID]);
    // Nothing is looked at once no job waits.
    await reserved(job, quota, startMs + minuteMs);
    await quotas().release(await reserved(job, quota, startMs + minuteMs), { undialed: false });
    await handOver(quota, startMs + minuteMs);
    expect(await due(startMs + 10 * minuteMs)).toEqual([]);
  });
});

it('says how many jobs are before a job, and about when its turn is', async () => {
  const quota = aScope({ MaxConcurrentCalls: 1 });
  const jobs = await Promise.all(Array.from({ length: 6 }, () => aDueJob()));
  let running = await fill(quota, jobs);
  const positionOf = async (job: Job, atMs: number) => quotas().position({ ...job, Queued: await queuedOf(job) }, atMs);
  expect(await positionOf(jobs[3]!, startMs + minuteMs)).toEqual({ before: 3, aboutMs: undefined });
  let atMs = startMs + minuteMs;
  for (const job of jobs.slice(0, 3)) {
    await quotas().release(running, { undialed: false });
    await handOver(quota, (atMs += minuteMs));
    running = await reserved(job, quota, atMs);
  }
  expect(await positionOf(jobs[5]!, atMs)).toEqual({ before: 2, aboutMs: atMs + 3 * minuteMs });
});
