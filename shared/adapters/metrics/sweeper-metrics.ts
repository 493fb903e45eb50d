import { Counter, Gauge, type Registry } from 'prom-client';

const kinds = ['job', 'delivery', 'import', 'bulk_action', 'analysis'] as const;
/** The kinds of documents that can become overdue. */
export type SweptKind = (typeof kinds)[number];

/** Metrics of the sweeper. Overdue documents show that a process crashed or lost its connection to Temporal. */
export interface SweeperMetrics {
  /** A document is overdue, and this process returns it to its workflow. */
  recordFound(kind: SweptKind): void;
  /** A part of the sweeper completed a round, or another process does it. */
  recordSweep(part: string, atMs: number): void;
  /** A document, or a whole part, failed and is left to a later round. */
  recordFailure(): void;
}

export function createSweeperMetrics(registry: Registry): SweeperMetrics {
  const registers = [registry];
  const found = new Counter({
    name: 'outdial_sweeper_found_total',
    help: 'Overdue documents that the sweeper returned to their workflows.',
    labelNames: ['kind'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'outdial_sweeper_failures_total',
    help: 'Failures in sweeps, of a document or of a whole part while the database or Temporal is unavailable.',
    registers,
  });
  const last = new Gauge({
    name: 'outdial_sweeper_last_success_timestamp_seconds',
    help: 'Time of the last complete round of each part of the sweeper in this process.',
    labelNames: ['part'] as const,
    registers,
  });
  for (const kind of kinds) found.inc({ kind }, 0);
  return {
    recordFound: (kind) => found.inc({ kind }),
    recordSweep: (part, atMs) => last.set({ part }, atMs / 1000),
    recordFailure: () => failures.inc(),
  };
}
