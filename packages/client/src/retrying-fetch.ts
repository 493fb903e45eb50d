import { OutdialConnectionError, parseRetryAfterSeconds } from './errors.ts';

export interface RetryOptions {
  /** Maximum number of retries of a request; 0 disables retries. */
  maxRetries: number;
  /** Time allowed for a response to start. */
  timeoutMs: number;
  fetch: (request: Request) => Promise<Response>;
  /** Waits; rejects when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  random: () => number;
  nowMs: () => number;
}

/** Waits; rejects with the signal's reason when it is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => end(resolve), ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

export const defaultRetryOptions: RetryOptions = {
  maxRetries: 4,
  timeoutMs: 60_000,
  fetch: (request) => fetch(request),
  sleep: wait,
  random: Math.random,
  nowMs: Date.now,
};

const initialDelayMs = 500;
const maxDelayMs = 8_000;
/** A longer `Retry-After` is returned to the caller instead of waited for. */
const maxRetryAfterSeconds = 60;
const retryableStatuses = new Set([429, 502, 503, 504]);

/** Reads are safe to repeat, and so are POSTs, since each carries an Idempotency-Key. */
const isSafeToRepeat = ({ method }: Request): boolean => ['GET', 'HEAD', 'POST'].includes(method);

/** True if the same request may succeed shortly. */
async function isRetryable(request: Request, response: Response): Promise<boolean> {
  // A rate limit rejects a request before it has any effect, so every request can be repeated.
  if (response.status === 429) return true;
  if (!isSafeToRepeat(request)) return false;
  if (retryableStatuses.has(response.status)) return true;
  // The first attempt, whose response was lost, is still in progress.
  return response.status === 409 && (await readProblemCode(response)) === 'idempotency_in_progress';
}

async function readProblemCode(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.clone().json();
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sends the request once. Every connection failure becomes an `OutdialConnectionError`; the caller's abort passes
 * through unchanged. The timeout also rejects on its own, because `fetch` can miss its signal: Node 20 holds signals
 * derived from other signals (`AbortSignal.any`, a Request's own) weakly and may collect them before they abort.
 */
async function sendOnce(request: Request, { fetch, timeoutMs }: RetryOptions): Promise<Response> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(request.signal.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    request.signal.throwIfAborted();
    const copy = new Request(request.clone(), { signal: controller.signal });
    const aborted = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
      request.signal.addEventListener('abort', abort);
      timer = setTimeout(() => controller.abort(new Error(`No response within ${timeoutMs / 1000} s.`)), timeoutMs);
    });
    return await Promise.race([fetch(copy), aborted]);
  } catch (error) {
    request.signal.throwIfAborted();
    throw new OutdialConnectionError(`The API is unreachable at ${new URL(request.url).origin}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates a `fetch` that retries temporary failures and adds an Idempotency-Key to every POST, so a retry has no second
 * effect.
 */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { maxRetries, sleep, random, nowMs } = options;
  const backoffMs = (retries: number): number =>
    Math.min(maxDelayMs, initialDelayMs * 2 ** retries) * (0.5 + random() / 2);
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    for (let retries = 0; ; retries++) {
      const isLast = retries >= maxRetries;
      let requestedSeconds = 0;
      try {
        const response = await sendOnce(request, options);
        if (isLast || response.ok || !(await isRetryable(request, response))) return response;
        requestedSeconds = parseRetryAfterSeconds(response, nowMs()) ?? 0;
        if (requestedSeconds > maxRetryAfterSeconds) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || !(error instanceof OutdialConnectionError) || !isSafeToRepeat(request)) throw error;
      }
      await sleep(Math.max(requestedSeconds * 1000, backoffMs(retries)), request.signal);
    }
  };
}
