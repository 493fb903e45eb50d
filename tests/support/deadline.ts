import { timeoutFactor } from './jest/timeouts.cjs';

/**
 * A deadline (ms) that only ends what hangs, for this machine as slow as it is: `ms` is what is generous on a quiet machine of the usual
 * speed.
 */
export const scaledMs = (ms: number): number => ms * timeoutFactor();
