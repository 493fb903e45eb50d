import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Registry } from 'prom-client';

/** Where the metrics of one process are kept. Counting costs next to nothing, so it is done whether they are served or not. */
export const createRegistry = (): Registry => new Registry();

/** Adds what Node knows of the process: memory, event loop, garbage collection. Measured only where it is served. */
export const observeProcess = (registry: Registry): void => collectDefaultMetrics({ register: registry });

/** Seconds, as Prometheus wants them. Clocks of two machines differ: what seems to be in the future took no time. */
export const secondsOf = (ms: number): number => Math.max(0, ms) / 1000;
