import { countBeyondPace } from '../../../../shared/domain/import/call-forecast';

const hourMs = 3_600_000;
const late = (calls: Record<number, number>, pace: { MaxCallsPerMinute?: number; MaxCallsPerDay?: number }) =>
  countBeyondPace(
    { hours: new Map(Object.entries(calls).map(([hour, count]) => [Number(hour) * hourMs, count])) },
    { MaxCallsPerMinute: 0, MaxCallsPerDay: 0, ...pace },
  );

describe('the planned calls that a limit on the pace delays', () => {
  // 60 a minute are 63/60 s apart: 3,428 in an hour.
  const perMinute = { MaxCallsPerMinute: 60 };

  it('do not exist without a limit or within it', () => {
    expect(late({ 9: 1_000_000 }, {})).toEqual({});
    expect(late({ 9: 3_428, 10: 3_428 }, perMinute)).toEqual({});
  });

  it('are those beyond the limit of their hour, and those behind the calls that wait', () => {
    expect(late({ 9: 3_528 }, perMinute)).toEqual({ MaxCallsPerMinute: 100 });
    expect(late({ 9: 2 * 3_428, 10: 50 }, perMinute)).toEqual({ MaxCallsPerMinute: 3_428 + 50 });
    expect(late({ 9: 2 * 3_428, 11: 50 }, perMinute)).toEqual({ MaxCallsPerMinute: 3_428 });
  });

  it('are counted by days in UTC for a limit on calls in a day', () => {
    expect(late({ 9: 60, 10: 60, 25: 10 }, { MaxCallsPerDay: 100 })).toEqual({ MaxCallsPerDay: 20 });
  });
});
