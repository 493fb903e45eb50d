import { Gauge, type Registry } from 'prom-client';
import type { BacklogReader } from '../mongo/backlog';
import { secondsOf } from './registry';

/**
 * What waits in the database, read when the metrics are. The same in every process that shows it: take the maximum, not the sum. While
 * the database is away the numbers are left out, which tells more than old ones.
 */
export function observeBacklog(registry: Registry, backlog: BacklogReader): void {
  const registers = [registry];
  const overdue = new Gauge({
    name: 'outdial_oldest_overdue_seconds',
    help: 'How long the most overdue document waits for a sweeper; 0 when none does.',
    labelNames: ['kind'] as const,
    registers,
  });
  new Gauge({
    name: 'outdial_jobs',
    help: 'Jobs that something is still to happen to, by state, in the whole database.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      overdue.reset();
      const standing = await backlog.read().catch(() => undefined);
      if (standing === undefined) return;
      for (const [state, count] of Object.entries(standing.jobs)) this.set({ state }, count);
      for (const [kind, ms] of Object.entries(standing.overdueMs)) overdue.set({ kind }, secondsOf(ms));
    },
  });
}
