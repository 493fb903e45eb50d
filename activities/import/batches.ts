import type { ActivityDeps } from '../deps';

export type ImportDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'imports' | 'metrics'>;

/** The time that one activity has for an import, and its sign of life. */
export interface TimeBudget {
  exhausted: () => Promise<boolean>;
  heartbeat: () => void;
}

/**
 * Rows judged and stored in one go. Others share the process, live calls among them: a slice of this size holds the event loop for a few
 * milliseconds.
 */
export const batchLimits = { rows: 250, characters: 256 * 1024 } as const;

/** Rows behind the cursor that may have their jobs already: those of two slices that are being started, and of one that is stored meanwhile. */
export const rowsAhead = 3 * batchLimits.rows;

/** Requests to the engine at one time. */
export const maxConcurrentRequests = 50;

/** Lets others have the event loop. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
