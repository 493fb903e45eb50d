import { forecastAttempts, type ForecastOptions } from '../../../../shared/domain/schedule/forecast';
import { attemptBefore, instant, iso, job, noon, weekdaysOnly, window } from './builders';

const minute = 60_000;
const options: ForecastOptions = {
  count: 5,
  assume: 'contact_did_not_answer',
  callDurationMs: minute,
  retryDelayMs: () => ({ delayMs: 0 }),
};
const constraints = { TimeZone: 'Europe/Helsinki', TimeRules: [window('09:00', '17:00', weekdaysOnly)] };

/** The forecast as text, which is easier to compare and to read. */
const forecast = (input: Parameters<typeof job>[0], change: Partial<ForecastOptions> = {}): [string, string | null][] =>
  [...forecastAttempts(job(input), { ...options, ...change })].map((call) => [iso(call.CallMS), call.Gate]);

describe('forecastAttempts', () => {
  it('lists the next calls, each with the gate that will delay it', () => {
    const rules = {
      ...constraints,
      MaxAttemptsInInterval: { Count: 2, Duration: '24h' },
      MinDurationBetweenCalls: '1h',
    };
    expect(forecast({ constraints: rules })).toEqual([
      ['2026-11-20T10:00:00Z', null],
      ['2026-11-20T11:01:00Z', 'MinDurationBetweenCalls'],
      ['2026-11-23T07:00:00Z', 'TimeRules'],
      ['2026-11-23T08:01:00Z', 'MinDurationBetweenCalls'],
      ['2026-11-24T07:00:00Z', 'MaxAttemptsInInterval'],
    ]);
  });

  it('ends when the calls are used up', () => {
    expect(forecast({ constraints: { MaxTotalCalls: 3 }, attempts: [attemptBefore(10)] })).toHaveLength(2);
  });

  it('uses the delay of each attempt by its number, and ends with an attempt that has none', () => {
    const delaysMs = [5 * minute, 10 * minute];
    const retryDelayMs = (attempt: number): { delayMs: number } | null =>
      attempt > 2 ? null : { delayMs: delaysMs[attempt - 1]! };
    expect(forecast({}, { retryDelayMs })).toEqual([
      ['2026-11-20T10:00:00Z', null],
      ['2026-11-20T10:06:00Z', 'RetryDelay'],
      ['2026-11-20T10:17:00Z', 'RetryDelay'],
    ]);
  });

  it("uses an operator's instant once, then follows the rules", () => {
    expect(forecast({ constraints, operatorCallAtMs: instant('2026-11-22T01:00:00Z') }, { count: 2 })).toEqual([
      ['2026-11-22T01:00:00Z', 'Reschedule'],
      ['2026-11-23T07:00:00Z', 'TimeRules'],
    ]);
  });

  it('counts its own calls toward the limit of the number', () => {
    const budget = {
      origin: 'campaign',
      count: 2,
      durationMs: 60 * minute,
      attemptStartsMs: [noon - 50 * minute],
    } as const;
    expect(forecast({ numberLimits: [budget] }, { count: 3 })).toEqual([
      ['2026-11-20T10:00:00Z', null],
      ['2026-11-20T10:10:00Z', 'MaxAttemptsPerNumber'],
      ['2026-11-20T11:00:00Z', 'MaxAttemptsPerNumber'],
    ]);
  });

  it('starts with the call that is planned now, including jitter', () => {
    const [first] = forecastAttempts(job({ jitterSeconds: 60 }), options);
    expect(first?.Gate).toBe('Jitter');
  });

  it('is empty for a job that can never be called', () => {
    expect(forecast({ constraints: { TimeRules: constraints.TimeRules } })).toEqual([]);
  });
});
