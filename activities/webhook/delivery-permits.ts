/** A place among the requests that are under way, or how long to stay away. */
export type PermitResult = { kind: 'taken'; release(nowMs: number): void } | { kind: 'busy'; retryInMs: number };

/** Who may send now. All instants are given, in milliseconds. */
export interface DeliveryPermits {
  acquire(webhookId: string, nowMs: number): Promise<PermitResult>;
}

/** How many requests this process makes at one time. A slot of the worker is what a request costs. */
export const permitLimits = {
  /** To a receiver that is new here. */
  first: 4,
  /** To one receiver; each request that ended adds one until this is reached. */
  perReceiver: 20,
  /** Waiting in their slots for a receiver that answers soon. */
  waiting: 20,
  /** To all receivers together that take long: half the worker's slots stay free for the others. */
  slowInTotal: 100,
  /** A receiver takes long from here on. */
  slowFromMs: 2_000,
  /** A turn that is expected to come within this is waited for. */
  waitUpToMs: 250,
  shortestRetryMs: 200,
  longestRetryMs: 120_000,
  /** Receivers that are remembered while nothing is sent to them. */
  remembered: 5_000,
} as const;

interface Receiver {
  /** When each request under way began. */
  startedAtMs: number[];
  waiting: (() => void)[];
  window: number;
  /** How long its requests took, the latest weighing most. */
  usualMs: number;
  /** Those who were sent away come back one after another: the instant that is free next. */
  nextFreeMs: number;
}

const newReceiver = (): Receiver => ({
  startedAtMs: [],
  waiting: [],
  window: permitLimits.first,
  usualMs: 100,
  nextFreeMs: 0,
});

/** How long the next request will take: as long as the last ones, or as those that are still under way already have. */
function expectedMs({ startedAtMs: begunAtMs, usualMs }: Receiver, nowMs: number): number {
  if (begunAtMs.length === 0) return usualMs;
  const ages = begunAtMs.reduce((sum, atMs) => sum + nowMs - atMs, 0);
  return Math.max(usualMs, ages / begunAtMs.length);
}

const isSlow = (receiver: Receiver, nowMs: number): boolean => expectedMs(receiver, nowMs) >= permitLimits.slowFromMs;

/** Sends somebody away until it is their turn: each is given a later instant, so that together they ask no more often than there is room. */
function reject(receiver: Receiver, nowMs: number): PermitResult {
  const paceMs = expectedMs(receiver, nowMs) / receiver.window;
  receiver.nextFreeMs = Math.max(receiver.nextFreeMs, nowMs) + paceMs;
  const { shortestRetryMs, longestRetryMs } = permitLimits;
  return { kind: 'busy', retryInMs: Math.min(longestRetryMs, Math.max(shortestRetryMs, receiver.nextFreeMs - nowMs)) };
}

/**
 * Keeps one receiver from using up what this process can send. Each has a window of requests, small at first; those over it are sent away
 * at once without having done anything, unless the receiver is quick and the wait is nearly nothing.
 */
export function createDeliveryPermits(): DeliveryPermits {
  const receivers = new Map<string, Receiver>();

  const countSlowRequests = (nowMs: number): number => {
    let sum = 0;
    for (const receiver of receivers.values()) if (isSlow(receiver, nowMs)) sum += receiver.startedAtMs.length;
    return sum;
  };

  const isFull = (receiver: Receiver, nowMs: number): boolean =>
    receiver.startedAtMs.length >= receiver.window ||
    (isSlow(receiver, nowMs) && countSlowRequests(nowMs) >= permitLimits.slowInTotal);

  const grant = (receiver: Receiver, nowMs: number): PermitResult => {
    receiver.startedAtMs.push(nowMs);
    return {
      kind: 'taken',
      release: (leftMs) => {
        receiver.startedAtMs.splice(receiver.startedAtMs.indexOf(nowMs), 1);
        receiver.usualMs = receiver.usualMs * 0.7 + Math.max(0, leftMs - nowMs) * 0.3;
        receiver.window = Math.min(permitLimits.perReceiver, receiver.window + 1);
        // Woken ones look again: the place may have been taken meanwhile.
        receiver.waiting.shift()?.();
      },
    };
  };

  return {
    acquire: async (webhookId, nowMs) => {
      const receiver = receivers.get(webhookId) ?? newReceiver();
      remember(receivers, webhookId, receiver);
      if (!isFull(receiver, nowMs)) return grant(receiver, nowMs);
      const soon = (expectedMs(receiver, nowMs) * (receiver.waiting.length + 1)) / receiver.window;
      if (soon > permitLimits.waitUpToMs || receiver.waiting.length >= permitLimits.waiting)
        return reject(receiver, nowMs);
      await new Promise<void>((resolve) => receiver.waiting.push(resolve));
      return receiver.startedAtMs.length < receiver.window ? grant(receiver, nowMs) : reject(receiver, nowMs);
    },
  };
}

/** Forgets those that were idle longest when there are too many. */
function remember(receivers: Map<string, Receiver>, webhookId: string, receiver: Receiver): void {
  receivers.delete(webhookId);
  receivers.set(webhookId, receiver);
  if (receivers.size <= permitLimits.remembered) return;
  for (const [id, { startedAtMs: begunAtMs, waiting }] of receivers) {
    if (begunAtMs.length === 0 && waiting.length === 0) {
      receivers.delete(id);
      return;
    }
  }
}
