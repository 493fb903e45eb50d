import { createPlaceCall } from '../../../activities/call/place-call';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('a call that is placed by a worker whose clock is behind', () => {
  let testEnv: TimeSkippingEnv;
  let tries = 0;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { clock } = testEnv.deps;
    const nowMs = async () => (await clock.nowMs()) - 3_000;
    const { placeCall } = createPlaceCall({ ...testEnv.deps, clock: { nowMs } });
    await testEnv.restart({
      replace: () => ({
        placeCall: (at) => {
          tries++;
          return placeCall(at);
        },
      }),
    });
  }, 30_000);
  afterAll(() => testEnv.close());

  it('waits for that clock without a loop', async () => {
    const Constraints = { MinCreationDelay: '1h' };
    const { ID } = await testEnv.post({
      Overrides: simulated({ Scenario: 'conversation_complete' }, { Constraints }),
    });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(tries).toBeGreaterThan(1);
    // One try a second, and some in which the engine's clock was early.
    expect(tries).toBeLessThan(8);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });
});
