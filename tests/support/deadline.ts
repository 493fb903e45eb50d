import { timeoutFactor } from './jest/timeouts.cjs';

/**
 * A deadline (ms) that only ends what hangs, for this machine as slow as it is: no test passes or fails by how long something takes.
 * @param ms what is plenty on a quiet machine of the usual speed
 */
export const scaledMs = (ms: number): number => Math.ceil(ms * timeoutFactor());

/** A slow engine is not an unavailable one. */
export const engineTimeouts = { updateMs: scaledMs(5_000), startMs: scaledMs(3_000) };
