import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, parseRetryAfterSeconds } from './errors.ts';

export interface RetryOptions {
  /** How often a request is repeated at most; 0 for never. */
  maxRetries: number;
  /** How long an answer may take to begin. */
  timeoutMs: number;
  fetch: (request: Request) => Promise<Response>;
  /** Waits; rejects when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  random: () => number;
  nowMs: () => number;
}

export const defaultRetryOptions: RetryOptions = {
  maxRetries: 4,
  timeoutMs: 60_000,
  fetch: (request) => fetch(request),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
  nowMs: Date.now,
};

const initialDelayMs = 500;
const maxDelayMs = 8_000;
/** Who is asked to wait longer than this is told so instead. */
const maxRetryAfterSeconds = 60;
const retryableStatuses = new Set([429, 502, 503, 504]);

/** What a repeat is safe for: reads, and POSTs, since every one of them bears an Idempotency-Key. */
const isSafeToRepeat = ({ method }: Request): boolean => ['GET', 'HEAD', 'POST'].includes(method);

/** True when the same request may well succeed a moment later. */
async function isRetryable(request: Request, response: Response): Promise<boolean> {
  // A limit refuses before anything is done, so that any request may be repeated.
  if (response.status === 429) return true;
  if (!isSafeToRepeat(request)) return false;
  if (retryableStatuses.has(response.status)) return true;
  // Our own first try, whose answer was lost, is still being answered.
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
 * One try; what keeps the answer from coming is told as one kind of error, the caller's own abort as it is. The limit
 * ends the wait by itself, also when `fetch` overlooks its signal: signals made from other signals (`AbortSignal.any`,
 * a Request's own) are held weakly by Node 20, which may collect them before they are aborted.
 */
async function sendOnce(request: Request, { fetch, timeoutMs }: RetryOptions): Promise<Response> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(request.signal.reason);
  let timer: NodeJS.Timeout | undefined;
  try {
    request.signal.throwIfAborted();
    const copy = new Request(request.clone(), { signal: controller.signal });
    const aborted = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
      request.signal.addEventListener('abort', abort);
      timer = setTimeout(() => controller.abort(new Error(`No answer within ${timeoutMs / 1000} s.`)), timeoutMs);
    });
    return await Promise.race([fetch(copy), aborted]);
  } catch (error) {
    request.signal.throwIfAborted();
    throw new OutdialConnectionError(`The API does not answer at ${new URL(request.url).origin}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A `fetch` that repeats what is worth repeating, and gives every POST a key by which a repeat does nothing twice. */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { maxRetries, sleep, random, nowMs } = options;
  const backoffMs = (retries: number): number =>
    Math.min(maxDelayMs, initialDelayMs * 2 ** retries) * (0.5 + random() / 2);
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomUUID());
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
