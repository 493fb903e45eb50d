/** The contract's retry strategy. 20 attempts in all: the last starts 254,000 s (70.6 h) after the first; see the ADR on attempts. */
export const webhookRetry = {
  initialIntervalMs: 5_000,
  backoffCoefficient: 3,
  maximumIntervalMs: 6 * 3_600_000,
  maximumAttempts: 20,
} as const;

/**
 * How long to wait after a failed attempt before the next one.
 * @param attempt the number of the attempt that failed, from 1
 * @param retryAfterMs what the receiver asked for; it may lengthen the wait, up to the maximum interval, never shorten it
 * @returns milliseconds, or `undefined` when that was the last attempt
 */
export function waitAfterAttemptMs(attempt: number, retryAfterMs = 0): number | undefined {
  if (attempt >= webhookRetry.maximumAttempts) return undefined;
  const { initialIntervalMs, backoffCoefficient, maximumIntervalMs } = webhookRetry;
  const planned = Math.min(initialIntervalMs * backoffCoefficient ** (attempt - 1), maximumIntervalMs);
  return Math.max(planned, Math.min(retryAfterMs, maximumIntervalMs));
}
