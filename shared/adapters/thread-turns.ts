import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns, type Turns } from '../domain/turns';

/** Creates the turns of this thread. */
export const createThreadTurns = (): Turns =>
  createTurns({
    nowMs: () => performance.now(),
    idleMs: () => performance.eventLoopUtilization().idle,
    sleep,
  });
