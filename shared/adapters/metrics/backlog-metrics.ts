import { Gauge, type Registry } from 'prom-client';
import type { BacklogReader } from '../mongo/backlog';
import { secondsOf } from './registry';

/**
 * Unfinished work in the database, read at each scrape. Every process reports the same values: aggregate with max, not sum.
 * The values are absent while the database is unavailable, because stale values would mislead.
 */
export function observeBacklog(registry: Registry, backlog: BacklogReader): void {
  const registers = [registry];
  const overdue = new Gauge({
    name: 'outdial_oldest_overdue_seconds',
    help: 'Age of the most overdue document that waits for a sweeper; 0 without one.',
    labelNames: ['kind'] as const,
    registers,
  });
  new Gauge({
    name: 'outdial_jobs',
    help: 'Unfinished jobs in the whole database, by state.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      overdue.reset();
      const current = await backlog.read().catch(() => undefined);
      if (current === undefined) return;
      for (const [state, count] of Object.entries(current.jobs)) this.set({ state }, count);
      for (const [kind, ms] of Object.entries(current.overdueMs)) overdue.set({ kind }, secondsOf(ms));
    },
  });
}
