import { createJobContext, decideSchedule, planJob } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2027-01-04T12:00:00Z');
const RestoreHold = { FromMS: nowMs - 3_600_000, HeldMS: nowMs, Found: 'unknown' } as const;
const contextOf = (fields: Parameters<typeof aJob>[0]) =>
  createJobContext({ job: aJob(fields), calls: [], version: 1, campaign: aCampaign() });

describe('a job that is held after a restore', () => {
  it('is not called, says why, and is planned as before once it is released', () => {
    const plan = planJob(contextOf({ RestoreHold }), nowMs);
    expect(plan).toMatchObject({ kind: 'held', decidedBy: 'State' });
    expect(JSON.stringify(plan)).toContain('restored from a backup');
    expect(planJob(contextOf({}), nowMs).kind).toBe('call');
  });

  it('is not called by an instant that a person named, nor fails for lack of one', () => {
    expect(planJob(contextOf({ RestoreHold }), nowMs, nowMs).kind).toBe('held');
    expect(decideSchedule(contextOf({ RestoreHold, OperatorCallMS: nowMs }), nowMs)).toMatchObject({ held: true });
  });
});
