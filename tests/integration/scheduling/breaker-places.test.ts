import {
  breakerLimitsOf,
  breakerSettingsOf,
  decideBreaker,
  withBreakerLimits,
} from '../../../shared/domain/campaign/circuit-breaker';
import type { CallQuota } from '../../../shared/domain/planning/call-quotas';
import { openTestStore, type TestStore } from '../../support/worker';
import { aScope, createAskingJobs, isReserved, minuteMs, noHolds, startMs } from './asking-jobs';

describe('the places of a campaign whose circuit breaker is not closed', () => {
  let testEnv: TestStore;
  beforeAll(async () => {
    testEnv = await openTestStore();
  });
  afterAll(() => testEnv.drop());

  const jobs = createAskingJobs(() => testEnv.store);
  const quotas = () => testEnv.store.callQuotas;
  const breaker = decideBreaker(undefined, {
    settings: breakerSettingsOf({ ProbeCalls: 3 }),
    results: Array.from({ length: 20 }, () => ({ endedMs: startMs, failure: 'provider_refused' as const })),
    nowMs: startMs - minuteMs,
  })!;
  const [open, halfOpen] = [startMs - 1, startMs].map((atMs) => breakerLimitsOf(breaker, atMs));
  const hand = async ({ scope }: CallQuota, atMs: number, limits = halfOpen): Promise<string[]> =>
    (await quotas().handOver(scope, noHolds, atMs, limits)).map(({ ID }) => ID);
  const aCampaignScope = (limits: Partial<CallQuota> = {}) => aScope(limits, 'campaign');

  it('are closed while it is open, for calls and for jobs that wait', async () => {
    const own = aCampaignScope();
    const job = await jobs.aDueJob();
    expect(await jobs.ask(job, withBreakerLimits(own, open), startMs)).toMatchObject({
      queued: { By: 'CircuitBreaker', Limit: 0, WaitsIn: own.scope },
    });
    expect(await hand(own, startMs + minuteMs, open)).toEqual([]);
    expect(await jobs.queuedOf(job)).toMatchObject({ WaitsIn: own.scope });
  });

  it.each([0, 2, 10])(
    'are never more than its probes, however many jobs ask at once; own limit %i',
    async (MaxConcurrentCalls) => {
      const own = aCampaignScope({ MaxConcurrentCalls });
      const most = Math.min(3, MaxConcurrentCalls || 3);
      const asking = await Promise.all(Array.from({ length: 12 }, () => jobs.aDueJob()));
      const answers = await Promise.all(asking.map((job) => jobs.ask(job, withBreakerLimits(own, halfOpen), startMs)));
      const got = answers.filter(isReserved);
      expect(got).toHaveLength(most);
      // Each end hands one place on, also when several processes look at once.
      for (let ended = 0; ended < 3; ended++) {
        await quotas().release(got[ended] ?? got[0]!, { undialed: false });
        const handed = await Promise.all([1, 2, 3].map(() => hand(own, startMs + minuteMs)));
        expect(handed.flat()).toHaveLength(ended < most ? 1 : 0);
      }
    },
  );

  it('are not given to calls that were handed one before it opened', async () => {
    const own = aCampaignScope({ MaxConcurrentCalls: 5 });
    const job = await jobs.aDueJob();
    const place = await jobs.reserved(job, own, startMs - 2 * minuteMs);
    expect(place.places).toHaveLength(1);
    expect(await jobs.ask(job, withBreakerLimits(own, open), startMs - 1)).toMatchObject({
      queued: { By: 'CircuitBreaker' },
    });
    expect(await testEnv.mongo.db.collection('call_quotas').findOne({ _id: own.scope as never })).toMatchObject({
      Running: [],
    });
  });

  it('do not wait for calls that run since before it opened', async () => {
    const own = aCampaignScope({ MaxConcurrentCalls: 20 });
    for (let n = 0; n < 5; n++) await jobs.reserved(await jobs.aDueJob(), own, startMs - 2 * minuteMs);
    const probes = await Promise.all(Array.from({ length: 3 }, () => jobs.aDueJob()));
    for (const job of probes) await jobs.reserved(job, withBreakerLimits(own, halfOpen), startMs);
  });

  it('are all handed over once it is closed, and at the pace of a resumption', async () => {
    const own = aCampaignScope();
    const waiting = await Promise.all(Array.from({ length: 30 }, () => jobs.aDueJob()));
    for (const job of waiting) await jobs.ask(job, withBreakerLimits(own, open), startMs);
    // Its own limits are stored for hand-overs, as calls announce them.
    await quotas().announce(own, startMs);
    expect(await quotas().countWaiting(own.scope, 100)).toBe(30);
    expect(await hand(own, startMs, { MaxCallsPerMinute: 300 })).toHaveLength(10);
    expect(await hand(own, startMs + minuteMs, {})).toHaveLength(20);
  });
});
