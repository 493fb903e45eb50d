import { lookUntilFresh } from '../../../../activities/call/find-obstacle';
import type { ActivityDeps } from '../../../../activities/deps';
import { waitForHold } from '../../../../shared/application/hold-calls';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import { holdSettlesMs, maxLookAgeMs } from '../../../../shared/domain/call/look-age';
import { createJobContext, type JobContext } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const startMs = Date.parse('2026-11-20T12:00:00Z');
const marginMs = holdSettlesMs - maxLookAgeMs;

describe('the look at the states right before the dial', () => {
  beforeEach(() => jest.useFakeTimers({ now: startMs }));
  afterEach(() => jest.useRealTimers());

  /** A worker whose reads take so long, one after the other, and a campaign that is paused at an instant, in ms from the start. */
  function createWorker(readsMs: number[], pausedAfterMs = Infinity) {
    const job = aJob({ CreatedMS: startMs, State: 'scheduled', NextCallMS: startMs });
    const context = createJobContext({ job, calls: [], version: 1, campaign: aCampaign({ JitterSeconds: 0 }) });
    let looks = 0;
    const refresh = async (read: JobContext): Promise<JobContext> => {
      const seen = {
        ...read,
        controls: { campaign: Date.now() >= startMs + pausedAfterMs ? { State: 'paused' } : {} },
      };
      await new Promise((resolve) => setTimeout(resolve, readsMs[looks++] ?? 0));
      return seen as JobContext;
    };
    const deps = {
      store: { jobs: { loadMetadata: () => Promise.resolve(job) }, jobContexts: { refresh } },
      clock: { nowMs: () => Date.now() },
    } as unknown as ActivityDeps;
    const call = createCallRecord(job, 1, startMs);
    const dialed = lookUntilFresh(deps, { call, context }).then(({ obstacle }) => ({
      obstacle: obstacle?.error,
      isCounted: obstacle !== undefined && obstacle.postponedUntilMs === undefined,
      atMs: Date.now(),
    }));
    return { dialed, looks: () => looks };
  }

  it('is made once while the store is quick', async () => {
    const { dialed, looks } = createWorker([maxLookAgeMs]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await dialed).toEqual({ obstacle: undefined, isCounted: false, atMs: startMs + maxLookAgeMs });
    expect(looks()).toBe(1);
  });

  it('is repeated if it took long, and then sees a pause that was stored since it began', async () => {
    const { dialed, looks } = createWorker([maxLookAgeMs + 1, 10], 1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await dialed).obstacle).toBe('The rules no longer allowed the call when it was due.');
    expect(looks()).toBe(2);
  });

  it('uses up no attempt if the store stays so slow that no look is fresh: nothing rang', async () => {
    const { dialed } = createWorker(Array.from({ length: 100 }, () => maxLookAgeMs + 1));
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await dialed).toMatchObject({ obstacle: 'The worker stalled before it dialed.', isCounted: false });
  });

  it.each([0, 100, 400, 499, 500, 501, 900, 2_000])(
    'of %i ms never leads to a dial after a pause was answered, whenever that was stored',
    async (readMs) => {
      for (let pausedMs = 0; pausedMs <= 1_200; pausedMs += 100) {
        jest.setSystemTime(startMs);
        const { dialed } = createWorker([readMs, readMs / 2, 0], pausedMs);
        const answeredMs = startMs + pausedMs + holdSettlesMs;
        await jest.advanceTimersByTimeAsync(10_000);
        const { obstacle, atMs } = await dialed;
        // The margin is for the dial.
        if (obstacle === undefined) expect(atMs).toBeLessThanOrEqual(answeredMs - marginMs);
      }
    },
  );
});

describe('the answer to a hold', () => {
  it('waits longer than a look may last', async () => {
    let isLookOver = false;
    setTimeout(() => (isLookOver = true), maxLookAgeMs);
    await waitForHold();
    expect(isLookOver).toBe(true);
    expect(marginMs).toBeGreaterThanOrEqual(500);
  });
});
