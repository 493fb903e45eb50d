import { planNextCall } from '../../../../shared/domain/schedule/plan';
import { callAt, findGate, instant, iso, job, noon, weekdaysOnly, window } from './builders';

const hour = 3_600_000;
const office = { TimeZone: 'Europe/Helsinki', TimeRules: [window('09:00', '17:00', weekdaysOnly)] };

describe('StartAt and EndAt of a campaign', () => {
  it('delay a call until the start, also one that a person chose', () => {
    const input = job({ startsAtMs: noon + hour });
    expect(planNextCall(input)).toMatchObject({ kind: 'call', atMs: noon + hour, decidedBy: 'StartAt' });
    expect(planNextCall({ ...input, operatorCallAtMs: noon })).toMatchObject({
      atMs: noon + hour,
      decidedBy: 'StartAt',
    });
    expect(findGate(planNextCall(input), 'StartAt')?.Message).toBe(
      'The campaign has a start; opens Fri 2026-11-20 11:00 (UTC).',
    );
  });

  it('leave the end out and include the instant before it', () => {
    const input = job({ endsAtMs: noon });
    expect(planNextCall(input)).toMatchObject({ kind: 'never', reason: 'campaign_objective_missed' });
    expect(callAt({ ...input, nowMs: noon - 1, createdAtMs: noon - 1 })).toBe(iso(noon - 1));
  });

  it('say in one sentence why a call cannot come in time', () => {
    const plan = planNextCall(
      job({ nowMs: noon + 6 * hour, constraints: office, endsAtMs: instant('2026-11-23T07:00:00Z') }),
    );
    expect(plan).toMatchObject({
      kind: 'never',
      reason: 'campaign_objective_missed',
      message: 'No call can be made in time: Calls before the end of the campaign, Mon 2026-11-23 09:00 (+02:00).',
    });
  });

  it('keep jitter before the end', () => {
    const ids = Array.from({ length: 50 }, (_, index) => `job-${index}`);
    for (const jobId of ids) {
      const plan = planNextCall(job({ jobId, jitterSeconds: 3600, endsAtMs: noon + 60_000 }));
      expect(plan).toMatchObject({ kind: 'call' });
      expect(plan.kind === 'call' && plan.atMs).toBeLessThan(noon + 60_000);
    }
  });
});

describe('NotAfter of a job', () => {
  const notAfter = (NotAfter: string) => job({ constraints: { ...office, NotAfter }, nowMs: noon + 6 * hour });

  it('includes its own instant', () => {
    expect(callAt(notAfter('2026-11-23T09:00:00+02:00'))).toBe('2026-11-23T07:00:00Z');
    expect(planNextCall(notAfter('2026-11-23T08:59:59+02:00'))).toMatchObject({
      kind: 'never',
      reason: 'campaign_objective_missed',
      message: 'No call can be made in time: No call after Mon 2026-11-23 08:59:59 (+02:00).',
    });
  });

  it('fails a job whose retry would come too late, and one that a person would call too late', () => {
    const input = job({
      constraints: { NotAfter: iso(noon + hour) },
      retry: { notBeforeMs: noon + 2 * hour, because: 'contact_busy' },
    });
    expect(planNextCall(input)).toMatchObject({ kind: 'never', reason: 'campaign_objective_missed' });
    expect(planNextCall({ ...input, operatorCallAtMs: noon + hour })).toMatchObject({
      kind: 'call',
      atMs: noon + hour,
    });
    expect(planNextCall({ ...input, operatorCallAtMs: noon + hour + 1 })).toMatchObject({ kind: 'never' });
  });

  it('is a rule that can be invalid', () => {
    expect(planNextCall(notAfter('tomorrow'))).toMatchObject({ kind: 'never', reason: 'invalid_configuration' });
  });
});

describe('the ramp after a hold', () => {
  const ramp = { fromMs: noon, untilMs: noon + 100_000 };
  const atOf = (jobId: string, nowMs = noon): number => {
    const plan = planNextCall(job({ jobId, nowMs, ramp, createdAtMs: noon - hour }));
    return plan.kind === 'call' ? plan.atMs : NaN;
  };
  const ids = Array.from({ length: 500 }, (_, index) => `job-${index}`);

  it('spreads the calls that waited evenly, each at its own place, the same every time', () => {
    const instants = ids.map((id) => atOf(id));
    for (let tenth = 0; tenth < 10; tenth++) {
      const from = noon + tenth * 10_000;
      const count = instants.filter((at) => at >= from && at < from + 10_000).length;
      expect(count).toBeGreaterThan(25);
      expect(count).toBeLessThan(80);
    }
    expect(ids.map((id) => atOf(id))).toEqual(instants);
    expect(findGate(planNextCall(job({ jobId: 'job-1', ramp })), 'Ramp')?.Message).toMatch(
      /^The campaign was started or resumed: the calls that waited are spread over 1m40s, and this one has its place; opens /,
    );
  });

  it('concerns no call that is due later, and is gone when it is over', () => {
    const later = job({ ramp, constraints: { MinCreationDelay: '1h' } });
    expect(callAt(later)).toBe(iso(noon + hour));
    expect(findGate(planNextCall(job({ ramp, nowMs: noon + 101_000 })), 'Ramp')).toBeUndefined();
  });
});

describe('a campaign that was stopped', () => {
  it('cancels its jobs, whatever the other gates say', () => {
    const ended = { ended: 'The campaign is stopped', holds: ['The organization is paused'], operatorCallAtMs: noon };
    expect(planNextCall(job(ended))).toMatchObject({
      kind: 'never',
      reason: 'canceled',
      message: 'The campaign is stopped: no further call is made.',
    });
  });
});
