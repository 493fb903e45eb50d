import { createPlaceCall } from '../../../activities/call/place-call';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('a call that is placed by a worker whose clock is behind', () => {
  let testEnv: TimeSkippingEnv;
  const triedAtMs: number[] = [];
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { clock } = testEnv.deps;
    const nowMs = async () => (await clock.nowMs()) - 3_000;
    const { placeCall } = createPlaceCall({ ...testEnv.deps, clock: { nowMs } });
    await testEnv.restart({
      replace: () => ({
        placeCall: async (at) => {
          triedAtMs.push(await clock.nowMs());
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
    const waitsMs = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
    expect(waitsMs.length).toBeGreaterThan(0);
    expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(1_000);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });
});
