import type { ActivityDeps } from '../deps';

export type ImportDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'imports' | 'metrics'>;

/** The time that one activity spends on an import, and its heartbeat. */
export interface TimeBudget {
  exhausted: () => Promise<boolean>;
  heartbeat: () => void;
}

/** Rows that are validated and stored at once. A batch of this size blocks the event loop, which live calls share, for a few milliseconds. */
export const batchLimits = { rows: 250, characters: 256 * 1024 } as const;

/** Rows after the cursor that may already have jobs: two batches whose workflows are starting, and one that is being stored. */
export const maxRowsAhead = 3 * batchLimits.rows;

/** Concurrent requests to Temporal. */
export const maxConcurrentRequests = 50;

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
