import { createDependencies } from '../../../../shared/adapters/dependencies';
import { getReadiness } from '../../../../apps/api/health/get-readiness';

/** A process with servers that respond or do not, on a clock that the test moves. */
function createProcess() {
  const given = { nowMs: 0, mongo: true, temporal: true, bootstrapped: true, draining: false, pings: 0 };
  const ping = (responds: () => boolean) => () => {
    given.pings++;
    return responds() ? Promise.resolve() : Promise.reject(new Error('No response.'));
  };
  const pings = { MongoDB: ping(() => given.mongo), Temporal: ping(() => given.temporal) };
  const dependencies = createDependencies(pings, () => given.nowMs);
  const probe = async () => {
    const { status, body } = await getReadiness(undefined, {
      dependencies,
      prerequisites: () => ({ Schema: 'ok', SearchAttributes: 'ok' }),
      bootstrapped: () => given.bootstrapped,
      draining: () => given.draining,
    });
    return [status, (body as { Status: string }).Status];
  };
  return { given, probe };
}

describe('readiness', () => {
  it('is kept without the workflow engine, however long', async () => {
    const { given, probe } = createProcess();
    given.temporal = false;
    expect(await probe()).toEqual([200, 'degraded']);
    given.nowMs += 3_600_000;
    expect(await probe()).toEqual([200, 'degraded']);
  });

  it('is kept without the database for 30 seconds, and returns with it', async () => {
    const { given, probe } = createProcess();
    expect(await probe()).toEqual([200, 'ready']);
    given.mongo = false;
    given.nowMs += 60_000;
    expect(await probe()).toEqual([200, 'degraded']);
    given.nowMs += 30_000;
    expect(await probe()).toEqual([200, 'degraded']);
    given.nowMs += 1_000;
    expect(await probe()).toEqual([503, 'unavailable']);
    given.mongo = true;
    given.nowMs += 1_000;
    expect(await probe()).toEqual([200, 'ready']);
  });

  it('waits for what the first start creates, and ends with the shutdown', async () => {
    const { given, probe } = createProcess();
    given.bootstrapped = false;
    expect(await probe()).toEqual([503, 'starting']);
    given.bootstrapped = true;
    expect(await probe()).toEqual([200, 'ready']);
    given.draining = true;
    expect(await probe()).toEqual([503, 'draining']);
  });

  it('costs one ping of each server a second, however many probes there are', async () => {
    const { given, probe } = createProcess();
    await Promise.all(Array.from({ length: 1_000 }, probe));
    given.nowMs += 999;
    await probe();
    expect(given.pings).toBe(2);
    given.nowMs += 1;
    await probe();
    expect(given.pings).toBe(4);
  });
});
