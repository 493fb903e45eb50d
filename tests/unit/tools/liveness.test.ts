import { processorMsOf, watchLiveness, type LivenessWatch } from '../../../tools/dev-stack/processes/liveness';
import { waitUntil } from '../../../tools/dev-stack/processes/wait-until';

const MINUTE_MS = 60_000;

describe('a watched process', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    watch?.stop();
    jest.useRealTimers();
  });

  let usedMs = 0;
  let watch: LivenessWatch | undefined;
  /** @returns what has become of the process, as the watch sees it */
  const start = (observe?: () => unknown) => {
    usedMs = 0;
    const started = (watch = watchLiveness({ pid: 1, observe, readProcessorMs: () => usedMs }));
    const seen = { hangs: '' };
    started.hangs.catch((error: unknown) => (seen.hangs = String(error)));
    return { ...started, seen };
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('hangs after ten minutes without any activity, and says before when that will be', async () => {
    const { describe, seen } = start();
    await pass(9 * MINUTE_MS);
    expect(describe()).toBe('inactive for 540 s, given up after 10 min');
    expect(seen.hangs).toBe('');
    await pass(MINUTE_MS);
    expect(seen.hangs).toBe('HangError: it has been inactive for 10 min');
  });

  it.each([
    ['prints', (active: () => void) => active()],
    ['uses the processor', () => (usedMs += 2_000)],
    ['writes data', (_: () => void, grow: () => void) => grow()],
  ])('does not hang for hours while it %s every nine minutes', async (_, act) => {
    let size = 0;
    const { active, seen } = start(() => size);
    for (let round = 0; round < 30; round += 1) {
      await pass(9 * MINUTE_MS);
      act(active, () => (size += 1));
    }
    expect(seen.hangs).toBe('');
    await pass(11 * MINUTE_MS);
    expect(seen.hangs).not.toBe('');
  });

  it('hangs although it wakes up now and then: that is what an idle process does', async () => {
    const { seen } = start();
    for (let second = 0; second < 601; second += 1) {
      usedMs += 1;
      await pass(1_000);
    }
    expect(seen.hangs).not.toBe('');
  });

  it('does not hang because the machine was suspended: time counts by checks', async () => {
    const { seen, describe } = start();
    jest.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS);
    await pass(2_000);
    expect(seen.hangs).toBe('');
    expect(describe()).toBe('at work, 0.0 s of processor time');
  });

  it('has processor time that grows while it works, and none when it is gone', () => {
    const before = processorMsOf(process.pid) ?? Number.NaN;
    while ((processorMsOf(process.pid) ?? 0) < before + 20);
    expect(before).toBeGreaterThan(0);
    expect(processorMsOf(2 ** 22 + 1)).toBeUndefined();
  });
});

describe('waitUntil', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('waits as long as the reason changes, reports each reason, and gives up when it stays the same', async () => {
    const reasons: string[] = [];
    let shards = 0;
    const check = () => Promise.reject(new Error(`${Math.min(shards, 100)} of 100 shards are ready`));
    const waiting = waitUntil('It is not ready', 60_000, check, (reason) => reasons.push(reason));
    const failed = expect(waiting).rejects.toThrow('It is not ready within 1 min: 100 of 100 shards are ready');
    for (; shards < 100; shards += 1) await jest.advanceTimersByTimeAsync(30_000);
    expect(new Set(reasons).size).toBe(100);
    await jest.advanceTimersByTimeAsync(61_000);
    await failed;
  });
});
