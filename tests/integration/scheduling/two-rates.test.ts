import { pino } from 'pino';
import { freeSlots, dialByMs, reserveCall } from '../../../activities/call/reserve-call';
import { handOverAll, type HandOverDeps } from '../../../activities/lib/hand-over';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { callerQuota, campaignQuota } from '../../../shared/domain/planning/call-quotas';
import { createJobContext } from '../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../support/builders';
import { ratesInARow } from '../../support/sizes';
import { openTestStore, type TestStore } from '../../support/worker';
import { minuteMs, startMs } from './asking-jobs';

/** Every job asks as its call does, by a clock that the test moves. */
describe('two rates in a row', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore();
  });
  afterAll(() => opened.drop());

  const tickMs = 500;
  const callMs = 4_000;
  const jobsEach = 15;
  let runs = 0;

  /** @returns when phones rang, by campaign */
  async function run(campaigns: number, rates: { campaign: number; caller: number }, lengthMs: number) {
    const { store } = opened;
    const OrgID = `org_rates_${++runs}`;
    const callerId = '+14155550100';
    const pacing = { campaign: { MaxCallsPerMinute: rates.campaign }, caller: { MaxCallsPerMinute: rates.caller } };
    let nowMs = startMs;
    /** Jobs to ask, with the earliest instant. */
    let asking: { id: string; atMs: number }[] = [];
    const deps = {
      store,
      clock: { nowMs: () => nowMs },
      logger: pino({ level: 'silent' }),
      workflows: {
        wakeJob: ({ ID }: { ID: string }) => {
          asking.push({ id: ID, atMs: nowMs + tickMs });
          return Promise.resolve();
        },
      },
    } as unknown as HandOverDeps;
    const jobs = new Map<string, Job>();
    const rings = new Map<string, number[]>();
    for (let campaign = 0; campaign < campaigns; campaign++) {
      const CampaignID = `campaign_${OrgID}_${campaign}`;
      rings.set(CampaignID, []);
      for (let n = 0; n < jobsEach; n++) {
        const times = { CreatedMS: startMs, NextCallMS: startMs, DueMS: startMs };
        const job = aJob({ OrgID, CampaignID, State: 'scheduled', Sequence: 2, ...times });
        jobs.set(job.ID, job);
        asking.push({ id: job.ID, atMs: startMs + n });
      }
    }
    await store.jobs.insertMissing([...jobs.values()]);
    const scopes = [
      callerQuota(OrgID, callerId, pacing.caller).scope,
      ...[...rings.keys()].map((campaignId) => campaignQuota(campaignId, pacing.campaign).scope),
    ];
    let calls: { endMs: number; reservation: NonNullable<Awaited<ReturnType<typeof reserveCall>>> }[] = [];
    const called = new Set<string>();
    const ask = async (id: string): Promise<void> => {
      const job = (await store.jobs.loadMetadata(id))!;
      const { Queued } = job;
      if (called.has(id) || (Queued?.UntilMS ?? 0) > nowMs) {
        if (Queued !== undefined && Queued.WaitsIn === undefined) asking.push({ id, atMs: Queued.UntilMS });
        return;
      }
      const campaign = aCampaign();
      const context = { ...createJobContext({ job, calls: [], version: 1, campaign }), pacing };
      const call = createCallRecord(job, 1, nowMs);
      const reservation = await reserveCall(deps, context, { call, trunk: { name: 'none' } });
      if (reservation === undefined) {
        const after = (await store.jobs.loadMetadata(id))!.Queued!;
        if (after.WaitsIn === undefined) asking.push({ id, atMs: after.UntilMS });
        return;
      }
      expect(dialByMs(reservation)).toBeGreaterThanOrEqual(nowMs);
      called.add(id);
      rings.get(job.CampaignID)!.push(nowMs);
      calls.push({ endMs: nowMs + callMs, reservation });
    };
    for (let tick = 0; nowMs < startMs + lengthMs; tick++, nowMs += tickMs) {
      if (tick % 10 === 0) await handOverAll(deps, scopes);
      const due = asking.filter(({ atMs }) => atMs <= nowMs);
      asking = asking.filter(({ atMs }) => atMs > nowMs);
      for (const { id } of due) await ask(id);
      const over = calls.filter(({ endMs }) => endMs <= nowMs);
      calls = calls.filter(({ endMs }) => endMs > nowMs);
      for (const { reservation } of over) await freeSlots(deps, reservation);
    }
    return [...rings.values()];
  }

  const mostInMinute = (rings: readonly number[]): number =>
    Math.max(...rings.map((from) => rings.filter((atMs) => atMs >= from && atMs < from + minuteMs).length));

  it.each(ratesInARow)(
    'let $campaigns campaigns call at nearly the slower of $campaign and $caller a minute, and exceed neither',
    async ({ campaigns, lengthMs, ...rates }) => {
      const byCampaign = await run(campaigns, rates, lengthMs);
      for (const rings of byCampaign) expect(mostInMinute(rings)).toBeLessThanOrEqual(rates.campaign);
      const all = byCampaign.flat();
      expect(mostInMinute(all)).toBeLessThanOrEqual(rates.caller);
      const slower = Math.min(rates.caller, campaigns * rates.campaign);
      const possible = Math.min(jobsEach * campaigns, (slower * lengthMs) / minuteMs);
      expect(all.length).toBeGreaterThanOrEqual(0.8 * possible);
    },
    120_000,
  );
});
