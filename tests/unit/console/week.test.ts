import fc from 'fast-check';
import { openMinutes, toRules, toWindows, weekdays, windowProblem } from '../../../apps/console/src/lib/week';

const total = (grid: readonly (readonly number[])[]): number => grid.flat().reduce((sum, minutes) => sum + minutes, 0);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
const window = fc
  .record({
    days: fc.subarray([...weekdays], { minLength: 1 }),
    start: clock,
    end: fc.oneof(clock, fc.constant('24:00')),
  })
  .filter(({ start, end }) => start !== end);

describe('the week of a campaign', () => {
  it('is the same after a change of nothing', () => {
    fc.assert(
      fc.property(fc.array(window), (windows) =>
        expect(openMinutes(toWindows(toRules(windows)))).toEqual(openMinutes(windows)),
      ),
    );
  });

  it('has the minutes of a window on each of its days, over midnight and over Sunday too', () => {
    expect(total(openMinutes([{ days: ['Mo', 'Tu'], start: '09:00', end: '17:30' }]))).toBe(2 * 510);
    const night = openMinutes([{ days: ['Su'], start: '23:30', end: '01:00' }]);
    expect([night[6]?.[23], night[0]?.[0], total(night)]).toEqual([30, 60, 90]);
    expect(total(openMinutes([{ days: weekdays, start: '00:00', end: '24:00' }]))).toBe(7 * 24 * 60);
  });

  it('is open throughout without windows', () => {
    expect(total(openMinutes([]))).toBe(7 * 24 * 60);
  });

  it.each([
    [{ days: [], start: '09:00', end: '10:00' }, 'Choose a day for each window.'],
    [{ days: ['Mo'], start: '9', end: '10:00' }, 'A window starts at a time such as 09:00.'],
    [{ days: ['Mo'], start: '09:00', end: '25:00' }, 'A window ends at a time such as 17:00, or 24:00.'],
    [{ days: ['Mo'], start: '09:00', end: '09:00' }, 'A window must not start when it ends.'],
    [{ days: ['Mo'], start: '09:00', end: '24:00' }, undefined],
  ] as const)('%j: %s', (given, problem) => {
    expect(windowProblem(given)).toBe(problem);
  });
});
