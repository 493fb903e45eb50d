import { createConcurrencyLimiter } from '../http/concurrency-limiter';

/** Concurrent listeners, counted per process. */
export interface ListenerLimits {
  perCall: number;
  perOrganization: number;
}

/** @returns a function that takes a place, and gives back how to leave it; `undefined` when there is none */
export function createListenerLimiter(
  limits: ListenerLimits,
): (at: { callId: string; orgId: string }) => (() => void) | undefined {
  const limiter = createConcurrencyLimiter();
  return ({ callId, orgId }) =>
    limiter([
      { key: `call/${callId}`, limit: limits.perCall },
      { key: `organization/${orgId}`, limit: limits.perOrganization },
    ]);
}
