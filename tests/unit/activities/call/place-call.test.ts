import { MockActivityEnvironment } from '@temporalio/testing';
import { createPlaceCall } from '../../../../activities/call/place-call';
import type { ActivityDeps } from '../../../../activities/deps';

describe('the activity that places a call', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('heartbeats while the store stalls: its worker is not lost', async () => {
    const stalled = { load: () => new Promise(() => undefined) };
    const { placeCall } = createPlaceCall({ store: { jobs: stalled } } as unknown as ActivityDeps);
    const env = new MockActivityEnvironment();
    let heartbeats = 0;
    env.on('heartbeat', () => heartbeats++);
    void env.run(() => placeCall({ jobId: 'job_1', sequence: 2 }));
    await jest.advanceTimersByTimeAsync(15_000);
    expect(heartbeats).toBeGreaterThanOrEqual(3);
  });
});
