import { controlStates, listHolds, type ControlState } from '../../../../shared/domain/organization/control-state';
import type { CampaignControl } from '../../../../shared/domain/campaign/state';
import { createJobContext, decideSchedule, planJob, planWaitingJob } from '../../../../shared/domain/planning/plan-job';
import { forecastJob } from '../../../../shared/domain/planning/forecast-job';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

const campaignControls: Record<ControlState, CampaignControl> = {
  active: { State: 'running' },
  paused: { State: 'paused' },
  blocked: { State: 'running', Blocked: true },
};

const contextOf = (organization?: ControlState, campaign?: ControlState, fields = {}) => ({
  ...createJobContext({
    job: aJob({ CreatedMS: nowMs, State: 'scheduled', ...fields }),
    calls: [],
    version: 1,
    campaign: aCampaign(),
  }),
  controls: { organization, campaign: campaign && campaignControls[campaign] },
});

describe('the state of an organization and of a campaign', () => {
  it.each(controlStates.flatMap((one) => controlStates.map((other) => [one, other] as const)))(
    'holds the calls of a job unless both are active: %s, %s',
    (organization, campaign) => {
      const held = organization !== 'active' || campaign !== 'active';
      const plan = planJob(contextOf(organization, campaign), nowMs);
      expect(plan.kind).toBe(held ? 'held' : 'call');
      expect(listHolds({ organization, campaign: campaignControls[campaign] })).toHaveLength(
        [organization, campaign].filter((state) => state !== 'active').length,
      );
    },
  );

  it('is active if it is not set', () => {
    expect(planJob(contextOf(), nowMs)).toMatchObject({ kind: 'call', atMs: nowMs });
  });

  it('shows in the explanation why a call is held, and hides no other gate', () => {
    const plan = planJob(
      contextOf('active', 'paused', { Overrides: { Constraints: { MinCreationDelay: '1h' } } }),
      nowMs,
    );
    expect(plan).toMatchObject({ message: 'The campaign is paused.', decidedBy: 'State' });
    expect(plan.gates).toEqual([
      { Name: 'State', Origin: 'policy', Satisfied: false, OpensAtMS: null, Message: 'The campaign is paused.' },
      expect.objectContaining({ Name: 'MaxTotalCalls', Satisfied: true }),
      expect.objectContaining({ Name: 'MinCreationDelay', OpensAtMS: nowMs + hourMs }),
    ]);
    expect(planWaitingJob(contextOf('blocked'), nowMs)).toMatchObject({
      plan: { message: 'The operator of this service has blocked the organization.' },
    });
  });

  it('holds also an instant that a person chose, and forecasts no call', async () => {
    expect(planJob(contextOf('paused'), nowMs, nowMs)).toMatchObject({ kind: 'held' });
    expect(await forecastJob(contextOf('paused'), nowMs, { outcome: 'contact_busy', count: 2 })).toEqual({
      calls: [],
      endsBecause: 'The organization is paused.',
    });
  });

  it('fails no held job, and has it planned again within two weeks, each at another instant', () => {
    const instants = Array.from({ length: 50 }, () => {
      const { decision, label } = decideSchedule(contextOf('paused'), nowMs);
      expect(decision.to).toBe('scheduled');
      expect(label).toBe('until it is released (State)');
      return decision.set?.NextCallMS ?? 0;
    });
    expect(Math.min(...instants)).toBeGreaterThanOrEqual(nowMs + 168 * hourMs);
    expect(Math.max(...instants)).toBeLessThan(nowMs + 336 * hourMs);
    expect(new Set(instants).size).toBeGreaterThan(45);
    const later = decideSchedule(
      contextOf('paused', 'active', { Overrides: { Constraints: { MinCreationDelay: '480h' } } }),
      nowMs,
    );
    expect(later.decision.set?.NextCallMS).toBe(nowMs + 480 * hourMs);
  });

  it('does not keep a job that can never be called', () => {
    const never = contextOf('paused', 'active', { Overrides: { Constraints: { MaxTotalCalls: 1 } } });
    const called = { ...never, calls: [{ CreatedMS: nowMs, EndedMS: nowMs } as (typeof never.calls)[number]] };
    expect(planJob(called, nowMs)).toMatchObject({ kind: 'never', reason: 'max_attempts_exceeded' });
  });
});
