import { describeHeldByBreaker } from '../../../../apps/api/schedule/presenter';
import { breakerSettingsOf, decideBreaker } from '../../../../shared/domain/campaign/circuit-breaker';
import type { QueuedCall } from '../../../../shared/domain/job/queued-call';
import { campaignScope } from '../../../../shared/domain/planning/call-quotas';
import { createJobContext, leaveClosedQueue, planJob } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const openedMs = Date.parse('2026-11-23T09:41:00Z');
const minuteMs = 60_000;
const breaker = decideBreaker(undefined, {
  settings: breakerSettingsOf(),
  results: Array.from({ length: 20 }, (_, index) =>
    index < 12 ? { endedMs: openedMs, failure: 'provider_refused' as const } : { endedMs: openedMs },
  ),
  nowMs: openedMs,
})!;
const Queued: QueuedCall = {
  By: 'CircuitBreaker',
  Limit: 0,
  Scope: campaignScope('campaign_test'),
  WaitsIn: campaignScope('campaign_test'),
  SinceMS: openedMs,
  UntilMS: openedMs + 10 * minuteMs,
};
const contextOf = (fields: Partial<Parameters<typeof aJob>[0]> = {}) => ({
  ...createJobContext({
    job: aJob({ CreatedMS: openedMs - minuteMs, State: 'scheduled', ...fields }),
    calls: [],
    version: 1,
    campaign: aCampaign(),
  }),
  controls: { campaign: { State: 'running' as const, Breaker: breaker } },
});

describe('a job that an open circuit breaker holds', () => {
  it('shows what failed, when the probes begin and how many jobs are before it', () => {
    const why =
      'The circuit breaker of the campaign is open: 12 of the last 20 calls failed technically, the latest one with provider_refused; the jobs wait until probes succeed';
    expect(describeHeldByBreaker(breaker, { before: 214 }, openedMs)).toBe(
      `${why}, which begin 2026-11-23 09:42 UTC; 214 before it.`,
    );
    expect(describeHeldByBreaker(breaker, { before: 0 }, openedMs + minuteMs)).toBe(`${why}; 0 before it.`);
  });

  it('is planned for the first probes, or for its own later instant', () => {
    const plan = planJob(contextOf(), openedMs);
    expect(plan).toMatchObject({ kind: 'call', atMs: openedMs + minuteMs, decidedBy: 'CircuitBreaker' });
    const Overrides = { Constraints: { MinCreationDelay: '24h' } };
    const later = planJob(contextOf({ Overrides }), openedMs);
    expect(later).toMatchObject({ decidedBy: 'MinCreationDelay', atMs: openedMs - minuteMs + 24 * 60 * minuteMs });
  });

  it('shows one gate for it, and stays in the queue, from which probes are taken', () => {
    const context = contextOf({ Queued });
    const names = planJob(context, openedMs).gates.map(({ Name }) => Name);
    expect(names.filter((name) => name === 'CircuitBreaker')).toHaveLength(1);
    expect(leaveClosedQueue(context, openedMs)).toBe(context);
  });

  it('asks once more before its deadline, instead of failing before anything is decided', () => {
    const NotAfter = new Date(openedMs + 30_000).toISOString();
    const plan = planJob(contextOf({ Overrides: { Constraints: { NotAfter } } }), openedMs);
    expect(plan).toMatchObject({ kind: 'call' });
    expect(plan.kind === 'call' && plan.atMs).toBeLessThan(openedMs + 30_000);
  });

  it('is not called earlier by a person who reschedules it', () => {
    expect(planJob(contextOf(), openedMs, openedMs)).toMatchObject({ atMs: openedMs + minuteMs });
  });
});
