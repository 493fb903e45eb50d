import type { SipResponse } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { showsHealth, watchHealth } from '../../../../../../shared/adapters/telephony/sip/transport/health';
import { createFakeClock } from '../../fake-clock';
import { answerTo, requestOf } from './peer';

const response = (status: number): SipResponse => answerTo(requestOf('OPTIONS'), status);

/** A target that answers to its pings in this order, and with the last answer from then on. `null`: not at all. */
function setUp(answers: (number | null)[]) {
  const clock = createFakeClock(0);
  const pings: number[] = [];
  const changes: boolean[] = [];
  const health = watchHealth({
    ping: () => {
      const answer = answers[Math.min(pings.length, answers.length - 1)] ?? null;
      pings.push(clock.nowMs());
      return answer === null ? Promise.reject(new Error('no answer')) : Promise.resolve(response(answer));
    },
    setTimer: (fn, ms) => clock.setTimer(fn, ms),
    onChange: (up) => changes.push(up),
  });
  return { clock, pings, changes, health };
}

describe('the health of a target', () => {
  it('is good at first, and while it answers', async () => {
    const { clock, pings, changes, health } = setUp([200]);
    expect(health.isUp()).toBe(true);
    await clock.advance(60_000);
    expect(pings).toEqual([0, 30_000, 60_000]);
    expect([health.isUp(), changes]).toEqual([true, []]);
  });

  it('does not change with one or two lost pings', async () => {
    const { clock, changes } = setUp([200, null, null, 200, null, 200]);
    await clock.advance(300_000);
    expect(changes).toEqual([]);
  });

  it('is bad after three pings without an answer, which follow each other soon, and good after two answers', async () => {
    const { clock, pings, changes, health } = setUp([null, null, null, 200, null, 200, 200]);
    await clock.advance(10_000);
    expect([health.isUp(), changes, pings]).toEqual([false, [false], [0, 5_000, 10_000]]);
    await clock.advance(15_000);
    expect(health.isUp()).toBe(false);
    await clock.advance(5_000);
    expect([health.isUp(), changes]).toEqual([true, [false, true]]);
    await clock.advance(30_000);
    expect(pings.at(-1)).toBe(60_000);
  });

  it.each([
    [200, true],
    [404, true],
    [405, true],
    [483, true],
    [500, true],
    [408, false],
    [503, false],
    [504, false],
  ])('with the response %d: %s', (status, healthy) => {
    expect(showsHealth(response(status))).toBe(healthy);
  });

  it('also counts what is reported of calls', async () => {
    const { clock, health, changes } = setUp([200]);
    await clock.advance(0);
    for (const answered of [false, false, true, false, false, false]) health.report(answered);
    expect([health.isUp(), changes]).toEqual([false, [false]]);
  });

  it('is watched until the end', async () => {
    const { clock, pings, health } = setUp([200]);
    await clock.advance(0);
    health.stop();
    expect(clock.pending()).toBe(0);
    await clock.advance(60_000);
    expect(pings).toHaveLength(1);
  });
});
