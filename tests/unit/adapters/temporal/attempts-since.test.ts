import { attemptsIn, type SeenEvent } from '../../../../shared/adapters/temporal/attempts-since';

const minuteMs = 60_000;
const fromMs = 1_000 * minuteMs;
let lastId = 0;
const event = (atMs: number, activity?: string): SeenEvent => ({ id: ++lastId, atMs, activity });
/** A call that was scheduled, and ended. */
const call = (scheduledMs: number, endedMs = scheduledMs): SeenEvent[] => {
  const scheduled = event(scheduledMs, 'placeCall');
  return [scheduled, { ...event(endedMs), of: { scheduledId: scheduled.id, isEnd: true } }];
};
const began = event(fromMs - 60 * minuteMs);

describe('the comparison of a restored job with its history', () => {
  it('rules a call out only by a run that was open before the backup and still is', () => {
    expect(attemptsIn([began, event(fromMs + minuteMs, 'scheduleCall')], true, fromMs)).toBe('none');
    expect(attemptsIn([began], false, fromMs)).toBe('unknown');
    expect(attemptsIn([event(fromMs + minuteMs)], true, fromMs)).toBe('unknown');
    expect(attemptsIn([], true, fromMs)).toBe('unknown');
  });

  it('finds the last call since the backup, and ignores earlier ones', () => {
    const earlier = call(fromMs - 30 * minuteMs);
    expect(attemptsIn([began, ...earlier], true, fromMs)).toBe('none');
    const calls = [1, 2].flatMap((minutes) => call(fromMs + minutes * minuteMs));
    for (const isOpen of [true, false])
      expect(attemptsIn([began, ...earlier, ...calls], isOpen, fromMs)).toEqual({ lastMs: fromMs + 2 * minuteMs });
  });

  it('finds a call that waited for a slot at the backup and rang after it', () => {
    const waited = call(fromMs - 30 * minuteMs, fromMs + minuteMs);
    expect(attemptsIn([began, ...waited], true, fromMs)).toEqual({ lastMs: fromMs + minuteMs });
    expect(attemptsIn([began, waited[0]!], true, fromMs)).toEqual({ lastMs: fromMs - 30 * minuteMs });
  });

  it('allows the clocks of the two servers to differ by minutes', () => {
    expect(attemptsIn([began, ...call(fromMs - 4 * minuteMs)], true, fromMs)).not.toBe('none');
    expect(attemptsIn([event(fromMs - 4 * minuteMs)], true, fromMs)).toBe('unknown');
  });
});
