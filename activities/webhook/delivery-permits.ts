/** A permit to send a request, or a rejection with the time until the next try. */
export type PermitResult = { kind: 'granted'; release(nowMs: number): void } | { kind: 'rejected'; retryInMs: number };

/** A bulkhead per receiver. Instants are arguments, in milliseconds. */
export interface DeliveryPermits {
  /**
   * @param receiver a webhook, or a host
   * @param tries how often the delivery has been tried, from 1: the more often, the longer a rejection may make it wait
   */
  acquire(receiver: string, nowMs: number, tries?: number): Promise<PermitResult>;
}

/** Limits on this process's concurrent requests. Each request takes one of the worker's slots. */
export type PermitLimits = Readonly<Record<keyof typeof permitLimits, number>>;

/** The limits of a webhook. */
export const permitLimits = {
  /** The initial window of a receiver. */
  first: 4,
  /** The maximum window of a receiver. Each request that ends widens the window by one. */
  perReceiver: 20,
  /** Requests that wait in their slots for one receiver. */
  waiting: 20,
  /** Requests to all slow receivers together: half the worker's slots stay free for the others. */
  slowInTotal: 100,
  /** A receiver whose requests take at least this long is slow. */
  slowFromMs: 2_000,
  /** A request waits in its slot for a permit that is expected within this time. */
  waitUpToMs: 250,
  shortestRetryMs: 200,
  /** The longest wait after the first rejection. It doubles with each further one. */
  longestRetryMs: 120_000,
  longestRetryInAllMs: 1_800_000,
  /** Receivers without requests that stay in memory. */
  remembered: 5_000,
} as const;

/**
 * The limits of a destination host, over all webhooks of all organizations. They are wider than those of one webhook,
 * since organizations share hosts of integration services.
 */
export const hostPermitLimits = { ...permitLimits, first: 20, perReceiver: 50, waiting: 50 } as const;

interface Receiver {
  /** The start of each request in progress. */
  startedAtMs: number[];
  waiting: (() => void)[];
  window: number;
  /** Moving average of the requests' durations. */
  usualMs: number;
  /** Rejected requests return one after another. This is the next free instant. */
  nextFreeMs: number;
}

const createReceiver = (window: number): Receiver => ({
  startedAtMs: [],
  waiting: [],
  window,
  usualMs: 100,
  nextFreeMs: 0,
});

/**
 * The expected duration of the next request: the usual one, or the age of the requests in progress if that is longer.
 */
function expectedMs({ startedAtMs, usualMs }: Receiver, nowMs: number): number {
  if (startedAtMs.length === 0) return usualMs;
  const ages = startedAtMs.reduce((sum, atMs) => sum + nowMs - atMs, 0);
  return Math.max(usualMs, ages / startedAtMs.length);
}

const isSlow = (receiver: Receiver, nowMs: number): boolean => expectedMs(receiver, nowMs) >= permitLimits.slowFromMs;

/**
 * Each rejected request gets a later instant, so that together they retry no more often than permits become free. Temporal
 * bills every retry, so a long backlog waits in few long steps. An instant beyond the longest wait is not reserved: the
 * delivery asks again before it.
 */
function reject(receiver: Receiver, nowMs: number, tries: number): PermitResult {
  const { shortestRetryMs, longestRetryMs, longestRetryInAllMs } = permitLimits;
  const longestMs = Math.min(longestRetryInAllMs, longestRetryMs * 2 ** (tries - 1));
  const freeMs = Math.max(receiver.nextFreeMs, nowMs) + expectedMs(receiver, nowMs) / receiver.window;
  if (freeMs - nowMs <= longestMs) receiver.nextFreeMs = freeMs;
  return { kind: 'rejected', retryInMs: Math.min(longestMs, Math.max(shortestRetryMs, freeMs - nowMs)) };
}

/**
 * Keeps one receiver from using up this process's slots. Each receiver has a window of requests, small at first. A
 * request beyond it is rejected at once, unless the receiver is fast enough for a permit to be free almost immediately.
 */
export function createDeliveryPermits(limits: PermitLimits = permitLimits): DeliveryPermits {
  const receivers = new Map<string, Receiver>();

  const countSlowRequests = (nowMs: number): number => {
    let sum = 0;
    for (const receiver of receivers.values()) if (isSlow(receiver, nowMs)) sum += receiver.startedAtMs.length;
    return sum;
  };

  const isFull = (receiver: Receiver, nowMs: number): boolean =>
    receiver.startedAtMs.length >= receiver.window ||
    (isSlow(receiver, nowMs) && countSlowRequests(nowMs) >= limits.slowInTotal);

  const grant = (receiver: Receiver, nowMs: number): PermitResult => {
    receiver.startedAtMs.push(nowMs);
    return {
      kind: 'granted',
      release: (releasedMs) => {
        receiver.startedAtMs.splice(receiver.startedAtMs.indexOf(nowMs), 1);
        receiver.usualMs = receiver.usualMs * 0.7 + Math.max(0, releasedMs - nowMs) * 0.3;
        receiver.window = Math.min(limits.perReceiver, receiver.window + 1);
        // The woken request checks the window again: another request may have taken the permit.
        receiver.waiting.shift()?.();
      },
    };
  };

  return {
    acquire: async (name, nowMs, tries = 1) => {
      const receiver = receivers.get(name) ?? createReceiver(limits.first);
      remember(receivers, name, receiver);
      if (!isFull(receiver, nowMs)) return grant(receiver, nowMs);
      const waitMs = (expectedMs(receiver, nowMs) * (receiver.waiting.length + 1)) / receiver.window;
      if (waitMs > limits.waitUpToMs || receiver.waiting.length >= limits.waiting) {
        return reject(receiver, nowMs, tries);
      }
      await new Promise<void>((resolve) => receiver.waiting.push(resolve));
      return receiver.startedAtMs.length < receiver.window ? grant(receiver, nowMs) : reject(receiver, nowMs, tries);
    },
  };
}

/** Evicts the receiver that has been idle longest if there are too many. */
function remember(receivers: Map<string, Receiver>, webhookId: string, receiver: Receiver): void {
  receivers.delete(webhookId);
  receivers.set(webhookId, receiver);
  if (receivers.size <= permitLimits.remembered) return;
  for (const [id, { startedAtMs, waiting }] of receivers) {
    if (startedAtMs.length === 0 && waiting.length === 0) {
      receivers.delete(id);
      return;
    }
  }
}
