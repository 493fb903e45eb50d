import type { Context } from '@temporalio/activity';
import type { Clock } from '../deps';

/** The time that one activity spends on a long piece of work, and its heartbeat. */
export interface TimeBudget {
  exhausted: () => Promise<boolean>;
  heartbeat: () => void;
}

/**
 * One activity runs this long: short enough for a worker to finish it on shutdown, and for a lost one to leave little
 * to repeat.
 */
const timeBudgetMs = 20_000;

export async function createTimeBudget({ clock }: { clock: Clock }, context: Context): Promise<TimeBudget> {
  const untilMs = (await clock.nowMs()) + timeBudgetMs;
  return {
    exhausted: async () => context.cancellationSignal.aborted || (await clock.nowMs()) >= untilMs,
    heartbeat: () => context.heartbeat(),
  };
}
