/**
 * The contract's retry strategy. 20 attempts in all: the last starts 254,000 s (70.6 h) after the first; see the ADR on
 * attempts.
 */
export const webhookRetry = {
  initialIntervalMs: 5_000,
  backoffCoefficient: 3,
  maximumIntervalMs: 6 * 3_600_000,
  maximumAttempts: 20,
} as const;

/**
 * The delay between a failed attempt and the next one.
 * @param attempt the number of the attempt that failed, from 1
 * @param retryAfterMs the receiver's `Retry-After`; it may lengthen the delay up to the maximum interval, but never
 * shortens it
 * @returns milliseconds, or `undefined` after the last attempt
 */
export function waitAfterAttemptMs(attempt: number, retryAfterMs = 0): number | undefined {
  if (attempt >= webhookRetry.maximumAttempts) return undefined;
  const { initialIntervalMs, backoffCoefficient, maximumIntervalMs } = webhookRetry;
  const planned = Math.min(initialIntervalMs * backoffCoefficient ** (attempt - 1), maximumIntervalMs);
  return Math.max(planned, Math.min(retryAfterMs, maximumIntervalMs));
}
