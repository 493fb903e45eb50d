import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, retryAfterSeconds } from './errors.ts';

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

export const standardRetries: RetryOptions = {
  maxRetries: 4,
  timeoutMs: 60_000,
  fetch: (request) => fetch(request),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
  nowMs: Date.now,
};

const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** Who is asked to wait longer than this is told so instead. */
const longestRetryAfterSeconds = 60;
const temporary = new Set([429, 502, 503, 504]);

/** What a repeat is safe for: reads, and POSTs, since every one of them bears an Idempotency-Key. */
const isRepeatable = ({ method }: Request): boolean => ['GET', 'HEAD', 'POST'].includes(method);

/** True when the same request may well succeed a moment later. */
async function isTemporary(request: Request, response: Response): Promise<boolean> {
  // A limit refuses before anything is done, so that any request may be repeated.
  if (response.status === 429) return true;
  if (!isRepeatable(request)) return false;
  if (temporary.has(response.status)) return true;
  // Our own first try, whose answer was lost, is still being answered.
  return response.status === 409 && (await codeOf(response)) === 'idempotency_in_progress';
}

async function codeOf(response: Response): Promise<unknown> {
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
async function attempt(request: Request, { fetch, timeoutMs }: RetryOptions): Promise<Response> {
  const ending = new AbortController();
  const end = (): void => ending.abort(request.signal.reason);
  let timer: NodeJS.Timeout | undefined;
  try {
    request.signal.throwIfAborted();
    const copy = new Request(request.clone(), { signal: ending.signal });
    const ended = new Promise<never>((_resolve, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error));
      request.signal.addEventListener('abort', end);
      timer = setTimeout(() => ending.abort(new Error(`No answer within ${timeoutMs / 1000} s.`)), timeoutMs);
    });
    return await Promise.race([fetch(copy), ended]);
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
  const backoffMs = (tried: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** tried) * (0.5 + random() / 2);
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomUUID());
    for (let tried = 0; ; tried++) {
      const last = tried >= maxRetries;
      let asked = 0;
      try {
        const response = await attempt(request, options);
        if (last || response.ok || !(await isTemporary(request, response))) return response;
        asked = retryAfterSeconds(response, nowMs()) ?? 0;
        if (asked > longestRetryAfterSeconds) return response;
        await response.body?.cancel();
      } catch (error) {
        if (last || !(error instanceof OutdialConnectionError) || !isRepeatable(request)) throw error;
      }
      await sleep(Math.max(asked * 1000, backoffMs(tried)), request.signal);
    }
  };
}
