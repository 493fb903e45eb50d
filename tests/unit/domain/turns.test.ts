import { createTurns, type Pace } from '../../../shared/domain/turns';

/** A clock that only moves when a step computes or a pause sleeps, and what happened on it. */
function createThread({ isBusy = () => false }: { isBusy?: (nowMs: number) => boolean } = {}) {
  let nowMs = 0;
  let idleMs = 0;
  const log: string[] = [];
  const turns = createTurns({
    nowMs: () => nowMs,
    idleMs: () => idleMs,
    sleep: (ms) => {
      log.push(`rest ${ms}`);
      nowMs += ms;
      if (!isBusy(nowMs)) idleMs += ms;
      return Promise.resolve();
    },
  });
  const compute = (name: string, steps: number, stepMs: number) =>
    turns.run(name.slice(0, 1), async (pace: Pace) => {
      for (let step = 1; step <= steps; step++) {
        nowMs += stepMs;
        log.push(`${name}${step}`);
        await pace();
      }
      return name;
    });
  return { turns, compute, log };
}

describe('turns', () => {
  it('interrupt a computation every few milliseconds, for as long as it ran', async () => {
    const { compute, log } = createThread();
    expect(await compute('a', 6, 1)).toBe('a');
    expect(log.slice(0, 6)).toEqual(['a1', 'rest 1', 'a2', 'rest 1', 'a3', 'rest 1']);
  });

  it('wait until a busy process has a moment of rest', async () => {
    const { compute, log } = createThread({ isBusy: (nowMs) => nowMs < 5 });
    await compute('a', 2, 1);
    expect(log.slice(0, 7)).toEqual(['a1', 'rest 1', 'rest 1', 'rest 1', 'rest 1', 'a2', 'rest 1']);
  });

  it('continue after twenty milliseconds in a process that is always busy', async () => {
    const { compute, log } = createThread({ isBusy: () => true });
    await compute('a', 2, 1);
    expect(log.indexOf('a2')).toBe(21);
  });

  it('do not interrupt a short computation', async () => {
    const { compute, log } = createThread();
    await compute('a', 3, 0.3);
    expect(log.slice(0, 3)).toEqual(['a1', 'a2', 'a3']);
  });

  it('let computations take turns, with a pause after each turn', async () => {
    const { compute, log } = createThread();
    expect(await Promise.all([compute('a', 2, 5), compute('b', 2, 5)])).toEqual(['a', 'b']);
    expect(log.slice(0, 7)).toEqual(['a1', 'rest 5', 'b1', 'rest 5', 'a2', 'rest 5', 'b2']);
  });

  it('alternate between organizations, however many computations one has', async () => {
    const { compute, log } = createThread();
    await Promise.all([...Array.from({ length: 100 }, () => compute('a', 1, 5)), compute('b', 3, 5)]);
    const turns = log.filter((entry) => !entry.startsWith('rest'));
    expect(turns.slice(0, 6)).toEqual(['a1', 'a1', 'b1', 'a1', 'b2', 'a1']);
    expect(turns.indexOf('b3')).toBeLessThan(8);
  });

  it('count the computing time without the pauses', async () => {
    const { turns } = createThread();
    expect(await turns.run('a', (pace) => pace())).toBe(0);
    let nowMs = 0;
    const counted = createTurns({
      nowMs: () => nowMs,
      idleMs: () => nowMs,
      sleep: (ms) => Promise.resolve((nowMs += 10 * ms)),
    });
    const computedMs = await counted.run('a', async (pace) => {
      for (let step = 0; step < 3; step++) {
        nowMs += 7;
        await pace();
      }
      return pace();
    });
    expect(computedMs).toBe(21);
  });

  it('pass to the next computation after one that failed', async () => {
    const { turns, compute } = createThread();
    await expect(turns.run('b', () => Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.');
    expect(await compute('a', 1, 1)).toBe('a');
  });
});
