import { createLimiter, type Limiter } from './limiter';

/** What work on many jobs asks of Temporal, in requests per second. */
const requestsPerSecond = 400;
/** Concurrent requests, however near or far Temporal is. */
const bounds = { min: 5, max: 50 } as const;

/**
 * Limits the concurrent requests to Temporal of work on many jobs. More of them than keep Temporal busy would only wait
 * there, before everyone else's requests. How many that is depends on how far away it is, which the shortest answer shows: five
 * for a server that is near and answers after some milliseconds, forty for one that is 100 ms away.
 * @returns a limiter for the requests alone: whatever else an operation does, or does not send, would count as their answer
 */
export function createEngineLimiter(nowMs: () => number = () => performance.now()): Limiter {
  let shortestMs = Infinity;
  const concurrency = (): number =>
    shortestMs === Infinity
      ? bounds.min
      : Math.min(bounds.max, Math.max(bounds.min, Math.ceil((shortestMs * requestsPerSecond) / 1_000)));
  const run = createLimiter(concurrency);
  return (operation) =>
    run(async () => {
      const startedMs = nowMs();
      const result = await operation();
      shortestMs = Math.min(shortestMs, nowMs() - startedMs);
      return result;
    });
}
