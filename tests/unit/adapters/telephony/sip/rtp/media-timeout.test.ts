import { createMediaTimeout } from '../../../../../../shared/adapters/telephony/sip/rtp/media-timeout';
import { createMediaPace } from '../../../../../../shared/adapters/telephony/sip/rtp/pace';
import { createFakeClock } from '../../fake-clock';

describe('the time without audio', () => {
  it('is over 30 s after the answer', () => {
    const timeout = createMediaTimeout();
    expect(timeout.isOver(100_000)).toBe(false);
    timeout.expect(true, 100_000);
    timeout.expect(true, 120_000);
    expect([timeout.isOver(130_000), timeout.isOver(130_001)]).toEqual([false, true]);
  });

  it('is over 15 s after the last packet', () => {
    const timeout = createMediaTimeout();
    timeout.expect(true, 0);
    timeout.heard(10_000);
    expect([timeout.isOver(25_000), timeout.isOver(25_001)]).toEqual([false, true]);
  });

  it('is 30 s from the answer too if there was audio before it', () => {
    const timeout = createMediaTimeout();
    timeout.heard(5_000);
    timeout.expect(true, 40_000);
    expect([timeout.isOver(70_000), timeout.isOver(70_001)]).toEqual([false, true]);
  });

  it('does not count while the call is held, and begins again afterwards', () => {
    const timeout = createMediaTimeout();
    timeout.expect(true, 0);
    timeout.heard(1_000);
    timeout.expect(false, 2_000);
    expect(timeout.isOver(1_000_000)).toBe(false);
    timeout.expect(true, 1_000_000);
    expect([timeout.isOver(1_015_000), timeout.isOver(1_015_001)]).toEqual([false, true]);
  });
});

describe('the pace of all calls', () => {
  it('is one timer, every 20 ms, while there are calls', async () => {
    const clock = createFakeClock(0);
    const warnings: unknown[] = [];
    const pace = createMediaPace(clock, { warn: (fields) => warnings.push(fields) });
    const seen: string[] = [];
    const leaves = ['a', 'b'].map((name) =>
      pace.join((nowMs) => {
        seen.push(`${name}${nowMs}`);
        if (nowMs === 40) throw new Error('listener');
      }),
    );
    expect(clock.pending()).toBe(1);
    await clock.advance(60);
    expect(seen).toEqual(['a20', 'b20', 'a40', 'b40', 'a60', 'b60']);
    expect(warnings).toHaveLength(2);
    leaves[0]!();
    await clock.advance(20);
    expect(seen.slice(6)).toEqual(['b80']);
    leaves[1]!();
    await clock.advance(40);
    expect([seen.length, clock.pending()]).toEqual([7, 0]);
    pace.join((nowMs) => seen.push(`c${nowMs}`));
    await clock.advance(20);
    expect(seen.at(-1)).toBe('c140');
  });

  it('does not hurry after a stall of the process', async () => {
    const clock = createFakeClock(0);
    const seen: number[] = [];
    createMediaPace(clock).join((nowMs) => seen.push(nowMs));
    clock.stall(1_000);
    await clock.advance(40);
    expect(seen).toEqual([1_000, 1_020, 1_040]);
  });
});
