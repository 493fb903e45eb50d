import { createWorkerProbe, type QueueState } from '../../../apps/worker/probe';

/** A worker on a clock that the test moves. */
function createProcess() {
  const given = { nowMs: 0, mongo: true, temporal: true, draining: false, queue: 'RUNNING' as QueueState };
  const ping = (responds: () => boolean) => () =>
    responds() ? Promise.resolve() : Promise.reject(new Error('No response.'));
  const probe = createWorkerProbe(
    () => given.draining,
    () => given.nowMs,
  );
  const connect = () =>
    probe.observe({
      pings: { MongoDB: ping(() => given.mongo), Temporal: ping(() => given.temporal) },
      queues: () => ({ jobs: 'RUNNING', calls: given.queue }),
    });
  const ask = async (): Promise<[boolean, string]> => {
    given.nowMs += 1_000;
    const { inService, body } = await probe.readiness();
    return [inService, body.Status];
  };
  return { given, connect, ask };
}

describe('the readiness of a worker', () => {
  it('waits until it has connected and polls every queue', async () => {
    const { given, connect, ask } = createProcess();
    expect(await ask()).toEqual([false, 'starting']);
    given.queue = 'INITIALIZED';
    connect();
    expect(await ask()).toEqual([false, 'starting']);
    given.queue = 'RUNNING';
    expect(await ask()).toEqual([true, 'ready']);
  });

  it('waits until it has reached both servers once, so that a rollout with wrong settings stops', async () => {
    const { given, connect, ask } = createProcess();
    connect();
    given.mongo = false;
    expect(await ask()).toEqual([false, 'starting']);
    given.mongo = true;
    expect(await ask()).toEqual([true, 'ready']);
  });

  it('is kept without Temporal, however long, and without MongoDB for 30 seconds', async () => {
    const { given, connect, ask } = createProcess();
    connect();
    expect(await ask()).toEqual([true, 'ready']);
    given.temporal = false;
    given.nowMs += 3_600_000;
    expect(await ask()).toEqual([true, 'degraded']);
    given.mongo = false;
    expect(await ask()).toEqual([true, 'degraded']);
    given.nowMs += 31_000;
    expect(await ask()).toEqual([false, 'unavailable']);
  });

  it('ends with the signal to stop, also before it has connected, and when a queue has failed', async () => {
    const { given, connect, ask } = createProcess();
    given.draining = true;
    expect(await ask()).toEqual([false, 'draining']);
    connect();
    expect(await ask()).toEqual([false, 'draining']);
    given.draining = false;
    given.queue = 'FAILED';
    expect(await ask()).toEqual([false, 'starting']);
  });
});
