import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem';

/** Of each second, the ms that values of one organization may be checked; a check stops everything else in the process. */
const msPerSecond = 50;
/** What an organization that has not used it may use at once, in ms. */
const burstMs = 500;
/** Organizations that are remembered; one that is forgotten starts anew. */
const maxOrganizations = 10_000;

/** Shares the time of this process's only thread between organizations. */
export interface CheckTime {
  /**
   * Runs a check and counts its time.
   * @throws {ProblemError} 429, without running it, while the organization has used up its share
   */
  run<T>(orgId: string, check: () => T): T;
}

/** @param nowMs a clock that never goes back */
export function createCheckTime(nowMs: () => number = () => performance.now()): CheckTime {
  const used = new LRUCache<string, { ms: number; atMs: number }>({ max: maxOrganizations });
  const usedBy = (orgId: string, atMs: number): number => {
    const last = used.get(orgId);
    return last === undefined ? 0 : Math.max(0, last.ms - ((atMs - last.atMs) * msPerSecond) / 1_000);
  };
  return {
    run: (orgId, check) => {
      const startedMs = nowMs();
      const before = usedBy(orgId, startedMs);
      if (before >= burstMs) {
        const seconds = Math.ceil((before - burstMs + 1) / msPerSecond);
        throw new ProblemError('checks_too_slow', {
          detail: `The organization's values took too long to be checked against their schemas. Wait ${seconds} s.`,
          headers: { 'Retry-After': String(seconds) },
        });
      }
      try {
        return check();
      } finally {
        const endedMs = nowMs();
        used.set(orgId, { ms: before + endedMs - startedMs, atMs: endedMs });
      }
    },
  };
}
