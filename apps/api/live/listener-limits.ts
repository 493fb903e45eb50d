import { createPlaces } from '../places';

/** How many may listen at one time, by this process's count. */
export interface ListenerLimits {
  perCall: number;
  perOrganisation: number;
}

/** @returns a function that takes a place, and gives back how to leave it; `undefined` when there is none */
export function createListenerPlaces(
  limits: ListenerLimits,
): (at: { callId: string; orgId: string }) => (() => void) | undefined {
  const take = createPlaces();
  return ({ callId, orgId }) =>
    take([
      { of: `call/${callId}`, limit: limits.perCall },
      { of: `organisation/${orgId}`, limit: limits.perOrganisation },
    ]);
}
