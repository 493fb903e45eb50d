import { setTimeout as sleep } from 'node:timers/promises';
import { holdSettlesMs } from '../domain/call/look-age';

/**
 * Waits after a change that holds calls back was stored. From then on no worker places a call by what it saw before the
 * change, so a client that is answered after this sees no further phone begin to ring.
 */
export const waitForHold = (): Promise<void> => sleep(holdSettlesMs);
