import { metricsOf, noMetrics } from '../../../../shared/domain/job/metrics';
import { nextEventTimeMs, webhookMessageIdOf } from '../../../../shared/domain/webhook/event';

describe('metricsOf', () => {
  it('counts ringing toward the call, and only talking toward the conversation', () => {
    const calls = [
      { createdAtMs: 0, connectedAtMs: 4_000, endedAtMs: 10_000 },
      { createdAtMs: 20_000, endedAtMs: 65_000 },
    ];
    expect(metricsOf(calls)).toEqual({ TotalCallAttempts: 2, TotalCallSeconds: 55, TotalCallConversationalSeconds: 6 });
  });

  it('counts a call without an end, but no seconds of it', () => {
    expect(metricsOf([{ createdAtMs: 0, connectedAtMs: 1 }])).toEqual({ ...noMetrics, TotalCallAttempts: 1 });
  });

  it('never counts negative seconds if clocks differ', () => {
    expect(metricsOf([{ createdAtMs: 5_000, endedAtMs: 0 }]).TotalCallSeconds).toBe(0);
  });
});

describe('the events of a job', () => {
  it('have strictly increasing times, even if the clock goes back', () => {
    expect(nextEventTimeMs(1_000, 900)).toBe(1_000);
    expect(nextEventTimeMs(1_000, 1_000)).toBe(1_001);
    expect(nextEventTimeMs(1_000, 5_000)).toBe(5_001);
  });

  it('have an id without the dot that separates the parts of a signature', () => {
    expect(webhookMessageIdOf({ jobId: 'job_1', sequence: 3 })).not.toContain('.');
  });
});
