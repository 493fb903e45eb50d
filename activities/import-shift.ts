import type { ActivityDeps } from './deps';

export type ImportDeps = Pick<ActivityDeps, 'store' | 'flows' | 'clock' | 'logger' | 'imports' | 'metrics'>;

/** The time that one activity has for an import, and its sign of life. */
export interface Shift {
  over: () => Promise<boolean>;
  beat: () => void;
}

/**
 * Rows judged and stored in one go. Others share the process, live calls among them: a slice of this size holds the event loop for a few
 * milliseconds.
 */
export const slice = { rows: 250, characters: 256 * 1024 } as const;

/** Rows behind the cursor that may have their jobs already: those of two slices that are being started, and of one that is stored meanwhile. */
export const rowsAhead = 3 * slice.rows;

/** Requests to the engine at one time. */
export const inFlight = 50;

/** Lets others have the event loop. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
