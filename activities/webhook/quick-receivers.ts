/** Limits of the requests that are sent from workflow tasks. */
export const quickLimits = {
  /** A request that takes longer shows that its receiver is not quick. */
  quickMs: 500,
  /** A receiver counts as quick for this long after a quick success. */
  rememberedMs: 600_000,
  /** Requests from workflow tasks at once, to all receivers: half of the worker's slots for workflow tasks. */
  inTotal: 50,
  /** A request from a workflow task is given up after this time. The activity on the queue then repeats it. */
  requestMs: 2_000,
  receivers: 5_000,
} as const;

/**
 * The receivers whose last request from this process succeeded quickly. A delivery to them may be sent from its workflow's
 * own task; others wait in the queue, so that a slow receiver never keeps workflow tasks from running. Instants are
 * arguments, in milliseconds.
 */
export interface QuickReceivers {
  /** @returns a function to call when the request has ended, or `undefined` if the delivery must use the queue */
  enter(webhookId: string, nowMs: number): (() => void) | undefined;
  /** Records how a request ended, on either path. */
  record(webhookId: string, request: { succeeded: boolean; startedMs: number; endedMs: number }): void;
}

export function createQuickReceivers(): QuickReceivers {
  const quickUntilMs = new Map<string, number>();
  const inProgress = new Map<string, Set<{ sinceMs: number }>>();
  let total = 0;

  const isHanging = (webhookId: string, nowMs: number): boolean => {
    for (const { sinceMs } of inProgress.get(webhookId) ?? []) if (nowMs - sinceMs > quickLimits.quickMs) return true;
    return false;
  };

  const track = (webhookId: string, nowMs: number): (() => void) => {
    const request = { sinceMs: nowMs };
    const requests = inProgress.get(webhookId) ?? new Set();
    inProgress.set(webhookId, requests.add(request));
    total++;
    return () => {
      requests.delete(request);
      if (requests.size === 0 && inProgress.get(webhookId) === requests) inProgress.delete(webhookId);
      total--;
    };
  };

  return {
    enter: (webhookId, nowMs) => {
      const isQuick = (quickUntilMs.get(webhookId) ?? 0) > nowMs;
      if (!isQuick || total >= quickLimits.inTotal || isHanging(webhookId, nowMs)) return undefined;
      return track(webhookId, nowMs);
    },
    record: (webhookId, { succeeded, startedMs, endedMs }) => {
      quickUntilMs.delete(webhookId);
      if (!succeeded || endedMs - startedMs > quickLimits.quickMs) return;
      quickUntilMs.set(webhookId, endedMs + quickLimits.rememberedMs);
      const [oldest] = quickUntilMs.keys();
      if (quickUntilMs.size > quickLimits.receivers && oldest !== undefined) quickUntilMs.delete(oldest);
    },
  };
}
