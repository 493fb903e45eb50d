import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Registry } from 'prom-client';

/** The metrics of one process. Counting is cheap, so processes count even when they do not serve metrics. */
export const createRegistry = (): Registry => new Registry();

/** Adds Node's process metrics: memory, event loop, garbage collection. Only for processes that serve metrics. */
export const observeProcess = (registry: Registry): void => collectDefaultMetrics({ register: registry });

/** Converts to seconds, Prometheus's base unit. The clocks of two machines differ, so a negative duration counts as 0. */
export const secondsOf = (ms: number): number => Math.max(0, ms) / 1000;
