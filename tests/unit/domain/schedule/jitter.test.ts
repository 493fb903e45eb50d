import { jitterFraction } from '../../../../shared/domain/schedule/opening';
import { planNextCall, type PlanInput } from '../../../../shared/domain/schedule/plan';
import { attemptBefore, instant, job, noon, window } from './builders';

const at = (input: PlanInput): number => {
  const plan = planNextCall(input);
  return plan.kind === 'call' ? plan.atMs : NaN;
};
const manyJobs = Array.from({ length: 2000 }, (_, index) => `job-${index}`);

describe('jitterFraction', () => {
  it('is uniform over jobs whose ids differ in one digit, and over the attempts of a job', () => {
    const fractions = [
      ...manyJobs.map((id) => jitterFraction(id, 1)),
      ...manyJobs.map((_, index) => jitterFraction('job', index)),
    ];
    const counts = Array.from(
      { length: 20 },
      (_, bin) => fractions.filter((value) => Math.floor(value * 20) === bin).length,
    );
    // Chi-squared with 19 degrees of freedom: chance exceeds 43.8 once in a thousand.
    expect(counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)).toBeLessThan(43.8);
  });

  it('does not change between releases: planning after an upgrade must give the same instant as before it', () => {
    expect(jitterFraction('0198f1c2-7d3e-7aaa-8000-000000000001', 1)).toBeCloseTo(0.140047, 6);
  });
});

describe('jitter', () => {
  it('is at most the spread, after the opening of the last gate', () => {
    const constraints = { TimeZone: 'UTC', TimeRules: [window('12:00', '13:00')] };
    const waits = manyJobs.map(
      (jobId) => at(job({ jobId, constraints, jitterSeconds: 60 })) - instant('2026-11-20T12:00:00Z'),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...waits)).toBeLessThan(500);
    expect(Math.max(...waits)).toBeGreaterThan(59_500);
    expect(Math.max(...waits)).toBeLessThan(60_000);
  });

  it('is spread over a window that is shorter than the spread, without its last second', () => {
    const constraints = { TimeZone: 'UTC', TimeRules: [window('12:00', '12:01')] };
    const waits = manyJobs.map(
      (jobId) => at(job({ jobId, constraints, jitterSeconds: 3600 })) - instant('2026-11-20T12:00:00Z'),
    );
    expect(Math.max(...waits)).toBeGreaterThan(58_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(59_000);
  });

  it('is skipped if a window has no second left', () => {
    const nowMs = instant('2026-11-20T11:59:59.500Z');
    const constraints = { TimeZone: 'UTC', TimeRules: [window('09:00', '12:00')] };
    expect(at(job({ createdAtMs: nowMs, nowMs, constraints, jitterSeconds: 3600 }))).toBe(nowMs);
  });

  it('is disabled by DisableJitter', () => {
    const plan = planNextCall(job({ constraints: { DisableJitter: true }, jitterSeconds: 3600 }));
    expect(plan).toMatchObject({ atMs: noon, decidedBy: null, gates: [] });
  });

  it('is stable while the job waits, and is over at the planned instant', () => {
    const input = job({ jitterSeconds: 60 });
    const atMs = at(input);
    for (let nowMs = noon; nowMs <= atMs; nowMs += 500) expect(at({ ...input, nowMs })).toBe(atMs);
    expect(at({ ...input, nowMs: atMs })).toBe(atMs);
    expect(at({ ...input, nowMs: atMs + 1 })).toBe(atMs + 1);
    expect(at({ ...input, nowMs: noon + 3_600_000 })).toBe(noon + 3_600_000);
  });

  it('applies again at the next opening if the planned one was missed', () => {
    const constraints = { TimeZone: 'UTC', TimeRules: [window('09:00', '09:30')] };
    const input = job({ constraints, jitterSeconds: 600, createdAtMs: instant('2026-11-19T12:00:00Z') });
    const nextDay = at({ ...input, nowMs: instant('2026-11-20T09:30:00Z') });
    expect(nextDay).toBeGreaterThan(instant('2026-11-21T09:00:00Z'));
    for (let nowMs = instant('2026-11-21T09:00:00Z'); nowMs <= nextDay; nowMs += 10_000)
      expect(at({ ...input, nowMs })).toBe(nextDay);
  });

  it('counts from the end of the last attempt', () => {
    const last = attemptBefore(1);
    const input = job({ jitterSeconds: 60, attempts: [last], createdAtMs: noon - 86_400_000 });
    expect(at(input)).toBe(last.endedAtMs + Math.floor(60_000 * jitterFraction('job-1', 2)));
  });

  it('counts from an update of the constraints if the caller passes its instant', () => {
    const input = job({ jitterSeconds: 60, createdAtMs: noon - 86_400_000 });
    expect(at(input)).toBe(noon);
    expect(at({ ...input, plannedFromMs: noon })).toBe(noon + Math.floor(60_000 * jitterFraction('job-1', 1)));
  });

  it('differs from attempt to attempt', () => {
    const waits = [0, 1, 2, 3].map((made) => {
      const attempts = Array.from({ length: made }, (_, index) => ({
        startedAtMs: noon - 9000 + index,
        endedAtMs: noon,
      }));
      return at(job({ jitterSeconds: 3600, attempts, createdAtMs: noon })) - noon;
    });
    expect(new Set(waits).size).toBe(4);
  });
});
