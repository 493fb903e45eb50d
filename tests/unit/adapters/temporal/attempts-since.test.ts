import { attemptsIn, type SeenEvent } from '../../../../shared/adapters/temporal/attempts-since';

const minuteMs = 60_000;
const fromMs = 1_000 * minuteMs;
const event = (atMs: number, activity?: string): SeenEvent => ({ atMs, activity });
const began = event(fromMs - 60 * minuteMs);

describe('the comparison of a restored job with its history', () => {
  it('rules a call out only by a run that was open before the backup and still is', () => {
    expect(attemptsIn([began, event(fromMs + minuteMs, 'scheduleCall')], true, fromMs)).toBe('none');
    expect(attemptsIn([began], false, fromMs)).toBe('unknown');
    expect(attemptsIn([event(fromMs + minuteMs)], true, fromMs)).toBe('unknown');
    expect(attemptsIn([], true, fromMs)).toBe('unknown');
  });

  it('finds the last call since the backup, and ignores earlier ones', () => {
    const earlier = event(fromMs - 30 * minuteMs, 'placeCall');
    expect(attemptsIn([began, earlier], true, fromMs)).toBe('none');
    const calls = [1, 2].map((minutes) => event(fromMs + minutes * minuteMs, 'placeCall'));
    for (const isOpen of [true, false])
      expect(attemptsIn([began, earlier, ...calls], isOpen, fromMs)).toEqual({ lastMs: fromMs + 2 * minuteMs });
  });

  it('allows the clocks of the two servers to differ by minutes', () => {
    expect(attemptsIn([began, event(fromMs - 4 * minuteMs, 'placeCall')], true, fromMs)).not.toBe('none');
    expect(attemptsIn([event(fromMs - 4 * minuteMs)], true, fromMs)).toBe('unknown');
  });
});
