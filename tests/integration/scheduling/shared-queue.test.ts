import type { CommandStartedEvent } from 'mongodb';
import { callId } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import type { CallQuota } from '../../../shared/domain/planning/call-quotas';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';
import { aScope, createAskingJobs, holdsOf, minuteMs, startMs, type Reserved } from './asking-jobs';

/** Queues in which jobs of several campaigns, or organizations, wait. */
describe('a queue that is shared', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
  });
  afterAll(() => opened.drop());
  const quotas = () => opened.store.callQuotas;
  const { aDueJob, ask, reserved, handOver, queuedOf } = createAskingJobs(() => opened.store);

  /** Stores jobs as they wait in the queue of a scope, without asking. */
  async function insertWaiting({ scope }: CallQuota, jobs: Partial<Job>[], Priority = 0): Promise<void> {
    const Queued = { By: 'MaxConcurrentCalls', Limit: 1, Scope: scope, WaitsIn: scope, SinceMS: startMs } as const;
    await Promise.all(jobs.map((job) => aDueJob({ Queued: { ...Queued, UntilMS: startMs, Priority }, ...job })));
  }
  const readsOf = async (act: () => Promise<unknown>): Promise<number> => {
    let reads = 0;
    const count = ({ commandName }: CommandStartedEvent): void => {
      if (['find', 'distinct', 'aggregate'].includes(commandName)) reads++;
    };
    opened.mongo.db.client.on('commandStarted', count);
    await act();
    opened.mongo.db.client.off('commandStarted', count);
    return reads;
  };

  it.each(['organization', 'trunk'])(
    'passes over hundreds of campaigns that are held back, for a few reads (%s)',
    async (kind) => {
      const quota = aScope({ MaxConcurrentCalls: 1 }, kind);
      const running = await reserved(await aDueJob(), quota, startMs);
      const paused = Array.from({ length: 300 }, (_, index) => `campaign_paused_${index}`);
      await insertWaiting(
        quota,
        paused.slice(1).map((CampaignID) => ({ CampaignID })),
      );
      await insertWaiting(quota, [{ CampaignID: paused[0]! }], 7);
      const other = await aDueJob({ CampaignID: 'campaign_running' });
      await ask(other, quota, startMs + minuteMs);
      await quotas().release(running, { undialed: false });
      let looks = 0;
      const { isHeld, findHeld } = holdsOf((campaignId) => campaignId !== 'campaign_running');
      const holds = {
        isHeld,
        findHeld: (ids: readonly string[]) => {
          looks++;
          return findHeld(ids);
        },
      };
      const handed: string[] = [];
      const reads = await readsOf(async () => {
        for (const { ID } of await quotas().handOver(quota.scope, holds, startMs + 2 * minuteMs)) handed.push(ID);
      });
      expect(handed).toEqual([other.ID]);
      expect(reads).toBeLessThanOrEqual(11);
      expect(looks).toBeLessThanOrEqual(5);
    },
    30_000,
  );

  /** Asks for a place in several scopes, from the narrowest to the widest. */
  async function askAll(job: Job, limits: CallQuota[], atMs: number): Promise<void> {
    const { OrgID, CampaignID } = job;
    const call = { ID: callId(job.ID, 1), JobID: job.ID, OrgID, CampaignID, queued: await queuedOf(job) };
    const answer = await quotas().reserve(call, limits, atMs);
    if (!('queued' in answer)) return;
    await opened.store.jobTransitions.enqueue(job, answer.queued);
    if (answer.announce) await quotas().announce(answer.announce, atMs);
  }

  it.each([{ MaxConcurrentCalls: 1 }, { MaxCallsPerMinute: 20 }])(
    'takes what jobs keep from a campaign that is held back: others use it (%j)',
    async (limit) => {
      const [caller, organization] = [aScope(limit, 'caller'), aScope({ MaxConcurrentCalls: 1 })];
      const running = await reserved(await aDueJob(), organization, startMs);
      const [paused, other] = [
        await aDueJob({ CampaignID: 'campaign_paused' }),
        await aDueJob({ CampaignID: 'campaign_other' }),
      ];
      await askAll(paused, [caller, organization], startMs);
      await askAll(other, [caller, organization], startMs);
      expect(await queuedOf(paused)).toMatchObject({ WaitsIn: organization.scope, Places: [caller.scope] });
      expect(await queuedOf(other)).toMatchObject({ WaitsIn: caller.scope });
      await quotas().release(running, { undialed: false });
      const atMs = startMs + minuteMs;
      const holds = holdsOf((campaignId) => campaignId === 'campaign_paused');
      expect(await quotas().handOver(organization.scope, holds, atMs)).toEqual([]);
      expect((await quotas().handOver(caller.scope, holds, atMs)).map(({ ID }) => ID)).toEqual([other.ID]);
      // It loses no position: it waits for the place of the caller ID again.
      await askAll(paused, [caller, organization], atMs);
      expect(await queuedOf(paused)).toMatchObject({ WaitsIn: caller.scope, SinceMS: startMs });
    },
  );

  it('counts a call once in the day of a scope that lists no calls, however often its job asks for a wider one', async () => {
    const [organization, line] = [aScope({ MaxCallsPerDay: 10 }), aScope({ MaxConcurrentCalls: 1 }, 'trunk')];
    const running = await reserved(await aDueJob({ OrgID: 'org_other' }), line, startMs);
    const job = await aDueJob();
    for (let look = 0; look < 3; look++) await askAll(job, [organization, line], startMs + look * 10 * minuteMs);
    await quotas().release(running, { undialed: false });
    expect(await handOver(line, startMs + 30 * minuteMs)).toEqual([job.ID]);
    await askAll(job, [organization, line], startMs + 30 * minuteMs);
    const scopes = opened.mongo.db.collection<{ _id: string; Calls: number }>('call_quotas');
    expect(await scopes.findOne({ _id: organization.scope })).toMatchObject({ Calls: 1 });
  });

  it('does not count a call in its day that was not dialed, also where no calls are listed', async () => {
    const quota = aScope({ MaxCallsPerDay: 1 });
    await quotas().release(await reserved(await aDueJob(), quota, startMs), { undialed: true });
    await reserved(await aDueJob(), quota, startMs);
  });

  it('looks at many organizations together whose campaigns are all held back, as when the line fails', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 }, 'trunk');
    const running = await reserved(await aDueJob(), quota, startMs);
    const held = Array.from({ length: 150 }, (_, index) => ({
      OrgID: `org_${index}`,
      CampaignID: `campaign_${index}`,
    }));
    await insertWaiting(quota, held);
    const other = await aDueJob({ OrgID: 'org_last', CampaignID: 'campaign_last' });
    await ask(other, quota, startMs + minuteMs);
    await quotas().release(running, { undialed: false });
    let [rounds, looks] = [0, 0];
    const { findHeld } = holdsOf((campaignId) => campaignId !== 'campaign_last');
    const isHeld = async (): Promise<boolean> => {
      if (looks++ === 0) rounds++;
      await new Promise(setImmediate);
      looks--;
      return false;
    };
    const [first] = await quotas().handOver(quota.scope, { isHeld, findHeld }, startMs + 2 * minuteMs);
    expect(first?.ID).toBe(other.ID);
    expect(rounds).toBeLessThanOrEqual(4);
  }, 30_000);

  /** Every place of the scope becomes free once, one after the other. @returns whose jobs got them */
  async function serve(quota: CallQuota, open: Reserved[], owners: Map<string, Job>): Promise<Job[]> {
    const served: Job[] = [];
    for (const [index, call] of open.entries()) {
      await quotas().release(call, { undialed: false });
      for (const id of await handOver(quota, startMs + (2 + index) * minuteMs)) {
        served.push(owners.get(id)!);
        await reserved(owners.get(id)!, quota, startMs + (2 + index) * minuteMs);
      }
    }
    return served;
  }

  it('is fair between organizations: neither priority nor many campaigns take places from another one', async () => {
    const quota = aScope({ MaxConcurrentCalls: 4 }, 'trunk');
    const greedy = { OrgID: 'org_greedy' };
    const open: Reserved[] = [];
    for (let n = 0; n < 4; n++) open.push(await reserved(await aDueJob(greedy), quota, startMs));
    const jobs: Job[] = [];
    for (let n = 0; n < 12; n++) {
      jobs.push(await aDueJob({ ...greedy, CampaignID: `campaign_greedy_${n}` }));
      await ask(jobs.at(-1)!, quota, startMs, 100);
    }
    for (let n = 0; n < 4; n++) {
      jobs.push(await aDueJob({ OrgID: 'org_modest', CampaignID: 'campaign_modest' }));
      await ask(jobs.at(-1)!, quota, startMs + minuteMs);
    }
    const served = await serve(quota, open, new Map(jobs.map((job) => [job.ID, job])));
    // Then both have two of the four places.
    expect(served.map(({ OrgID }) => OrgID)).toEqual(['org_modest', 'org_modest', 'org_greedy', 'org_greedy']);
  });

  it('serves organizations that have equally many calls by turns, and each its own priorities first', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1 }, 'trunk');
    let open = await reserved(await aDueJob({ OrgID: 'org_c' }), quota, startMs);
    const jobs = new Map<string, Job>();
    for (const OrgID of ['org_a', 'org_b', 'org_c'])
      for (const Priority of [0, 5]) {
        const job = await aDueJob({ OrgID, CampaignID: `campaign_of_${OrgID}_${Priority}` });
        jobs.set(job.ID, job);
        await ask(job, quota, startMs + 1_000 * jobs.size, Priority);
      }
    const order: string[] = [];
    for (let end = 1; end <= jobs.size; end++) {
      await quotas().release(open, { undialed: false });
      const [id] = await handOver(quota, startMs + end * minuteMs);
      order.push(jobs.get(id!)!.CampaignID.slice('campaign_of_org_'.length));
      open = await reserved(jobs.get(id!)!, quota, startMs + end * minuteMs);
    }
    expect(order).toEqual(['a_5', 'b_5', 'c_5', 'a_0', 'b_0', 'c_0']);
  });

  it('reveals nothing of the jobs of other organizations', async () => {
    const quota = aScope({ MaxConcurrentCalls: 1, MaxCallsPerMinute: 60 }, 'trunk');
    await insertWaiting(
      quota,
      [1, 2, 3].map(() => ({ OrgID: 'org_other' })),
      9,
    );
    await insertWaiting(quota, [{ OrgID: 'org_own' }]);
    const own = await aDueJob({ OrgID: 'org_own' });
    await ask(await aDueJob(), quota, startMs);
    await ask(own, quota, startMs + minuteMs);
    const position = await quotas().position({ ...own, Queued: await queuedOf(own) }, startMs + minuteMs);
    expect(position).toEqual({ before: 1, aboutMs: undefined });
  });
});
