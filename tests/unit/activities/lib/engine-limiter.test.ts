import { createEngineLimiter } from '../../../../activities/lib/engine-limiter';

/** An engine that answers when the test says so, at a time that the test says. */
function heldEngine() {
  const clock = { nowMs: 0 };
  const held: (() => void)[] = [];
  const limiter = createEngineLimiter(() => clock.nowMs);
  const outcomes: Promise<unknown>[] = [];
  const send = (count: number, fails = false): void => {
    for (let n = 0; n < count; n++)
      outcomes.push(
        limiter(
          () =>
            new Promise<void>((resolve, reject) =>
              held.push(() => (fails ? reject(new Error('unavailable')) : resolve())),
            ),
        ).catch(() => undefined),
      );
  };
  const answer = async (afterMs: number): Promise<void> => {
    clock.nowMs += afterMs;
    for (const release of held.splice(0)) release();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { send, answer, inFlight: () => held.length, settled: () => Promise.all(outcomes) };
}
/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('requests to Temporal of work on many jobs', () => {
  it.each([
    { away: 'near', answersAfterMs: 4, concurrent: 5 },
    { away: '50 ms away', answersAfterMs: 50, concurrent: 20 },
    { away: '100 ms away', answersAfterMs: 100, concurrent: 40 },
    { away: 'very far away', answersAfterMs: 2_000, concurrent: 50 },
  ])('are $concurrent at a time to a server that is $away', async ({ answersAfterMs, concurrent }) => {
    const { send, answer, inFlight } = heldEngine();
    send(200);
    await settle();
    expect(inFlight()).toBe(5);
    await answer(answersAfterMs);
    expect(inFlight()).toBe(concurrent);
  });

  it('are no more at a time when the server becomes slower', async () => {
    const { send, answer, inFlight } = heldEngine();
    send(200);
    await settle();
    await answer(4);
    await answer(900);
    expect(inFlight()).toBe(5);
  });

  it('are all made, also when each fails', async () => {
    const { send, answer, inFlight, settled } = heldEngine();
    send(23, true);
    await settle();
    while (inFlight() > 0) await answer(10);
    await settled();
    send(3);
    await settle();
    expect(inFlight()).toBe(3);
  });
});
