import { Counter, Gauge, type Registry } from 'prom-client';

const kinds = ['job', 'delivery', 'import'] as const;
/** What can be left behind. */
export type SweptKind = (typeof kinds)[number];

/** The sweeper: what it finds is work that somebody left. */
export interface SweeperMetrics {
  recordFound(kind: SweptKind, count: number): void;
  /** One sweep went through all kinds. */
  recordSweep(atMs: number): void;
  /** A document, or a whole kind, is left for the next sweep. */
  recordFailure(): void;
}

export function createSweeperMetrics(registry: Registry): SweeperMetrics {
  const registers = [registry];
  const found = new Counter({
    name: 'outdial_sweeper_found_total',
    help: 'Overdue documents that the sweeper brought back to their workflows.',
    labelNames: ['kind'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'outdial_sweeper_failures_total',
    help: 'What failed in sweeps: single documents, or a whole kind when the database or the engine was away.',
    registers,
  });
  const last = new Gauge({
    name: 'outdial_sweeper_last_success_timestamp_seconds',
    help: 'When this process last swept to the end.',
    registers,
  });
  for (const kind of kinds) found.inc({ kind }, 0);
  return {
    recordFound: (kind, count) => found.inc({ kind }, count),
    recordSweep: (atMs) => last.set(atMs / 1000),
    recordFailure: () => failures.inc(),
  };
}
