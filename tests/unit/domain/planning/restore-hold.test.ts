import { forecastJob } from '../../../../shared/domain/planning/forecast-job';
import { createJobContext, planJob } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-05-05T12:00:00Z');
const contextOf = (fields: Parameters<typeof aJob>[0]) =>
  createJobContext({ job: aJob(fields), calls: [], version: 1, campaign: aCampaign() });
const held = { RestoreHold: { FromMS: nowMs - 86_400_000, HeldMS: nowMs, Found: 'unknown' } } as const;

describe('a job that is held after a restore', () => {
  it('is not called at any instant, and says why', () => {
    const plan = planJob(contextOf({ CreatedMS: nowMs, ...held }), nowMs);
    expect(plan.kind).toBe('held');
    expect(JSON.stringify(plan.gates)).toContain('restored from a backup');
    expect(planJob(contextOf({ CreatedMS: nowMs, ...held, OperatorCallMS: nowMs }), nowMs).kind).toBe('held');
    expect(planJob(contextOf({ CreatedMS: nowMs }), nowMs).kind).toBe('call');
  });

  it('has an empty forecast', async () => {
    const context = contextOf({ CreatedMS: nowMs, ...held });
    const { calls } = await forecastJob(context, nowMs, { outcome: 'no_answer', count: 5 });
    expect(calls).toEqual([]);
  });
});
