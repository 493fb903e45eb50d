import { Gauge, type Registry } from 'prom-client';
import type { Backlog, BacklogReader } from '../mongo/backlog';
import { secondsOf } from './registry';

/**
 * Unfinished work in the database, read at each scrape. Every process reports the same values: aggregate with max, not sum.
 * The values are absent while the database is unavailable, because stale values would mislead.
 */
export function observeBacklog(registry: Registry, backlog: BacklogReader): void {
  const registers = [registry];
  // The registry collects all gauges of a scrape together, so they share one read.
  let reading: Promise<Backlog | undefined> | undefined;
  const read = (): Promise<Backlog | undefined> =>
    (reading ??= backlog
      .read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
  new Gauge({
    name: 'outdial_oldest_overdue_seconds',
    help: 'Age of the most overdue document that waits for a sweeper; 0 without one.',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      const current = await read();
      this.reset();
      for (const [kind, ms] of Object.entries(current?.overdueMs ?? {})) this.set({ kind }, secondsOf(ms));
    },
  });
  new Gauge({
    name: 'outdial_jobs',
    help: 'Unfinished jobs in the whole database, by state.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const current = await read();
      this.reset();
      for (const [state, count] of Object.entries(current?.jobs ?? {})) this.set({ state }, count);
    },
  });
}
