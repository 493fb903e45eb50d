import type { Context } from '@temporalio/activity';
import type { Clock } from '../deps';

/** The time that one activity spends on a long piece of work, and its heartbeat. */
export interface TimeBudget {
  exhausted: () => Promise<boolean>;
  /** Reports to Temporal that the work goes on. It may be called for every item. */
  heartbeat: () => void;
}

/**
 * One activity runs this long: short enough for a worker to finish it on shutdown, and for a lost one to leave little
 * to repeat.
 */
const timeBudgetMs = 20_000;
/** A tenth of the shortest heartbeat timeout of such activities. One for every job took 8 % of the worker's processor time. */
const heartbeatIntervalMs = 1_000;

export async function createTimeBudget(
  { clock }: { clock: Clock },
  context: Pick<Context, 'cancellationSignal' | 'heartbeat'>,
): Promise<TimeBudget> {
  const untilMs = (await clock.nowMs()) + timeBudgetMs;
  let lastMs = -Infinity;
  return {
    exhausted: async () => context.cancellationSignal.aborted || (await clock.nowMs()) >= untilMs,
    heartbeat: () => {
      const nowMs = performance.now();
      if (nowMs - lastMs < heartbeatIntervalMs) return;
      lastMs = nowMs;
      context.heartbeat();
    },
  };
}
