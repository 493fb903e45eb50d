import type { Report } from '../terminal';
import { formatLimit } from './liveness';

const POLL_MS = 100;

/** The condition was not met in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Repeats the check until it passes.
 * @param limitMs how long the check may fail for the same reason: another reason is progress
 * @param report shows the reason of each failure
 * @throws {TimeoutError} with the reason of the last failure
 */
export async function waitUntil(
  what: string,
  limitMs: number,
  check: () => Promise<unknown>,
  report?: Report,
): Promise<void> {
  let last: string | undefined;
  let sinceMs = performance.now();
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report?.(reason);
      if (reason !== last) [last, sinceMs] = [reason, performance.now()];
      else if (performance.now() - sinceMs > limitMs)
        throw new TimeoutError(`${what} within ${formatLimit(limitMs)}: ${reason}`, { cause: error });
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
