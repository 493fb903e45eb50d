/** How many may listen at one time, by this process's count. */
export interface ListenerLimits {
  perCall: number;
  perOrganisation: number;
}

/** @returns a function that takes a place, and gives back how to leave it; `undefined` when there is none */
export function createListenerPlaces(
  limits: ListenerLimits,
): (at: { callId: string; orgId: string }) => (() => void) | undefined {
  const taken = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (taken.get(key) ?? 0) + change;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return ({ callId, orgId }) => {
    const [call, organisation] = [`call/${callId}`, `organisation/${orgId}`];
    const full = (taken.get(call) ?? 0) >= limits.perCall || (taken.get(organisation) ?? 0) >= limits.perOrganisation;
    if (full) return undefined;
    add(call, 1);
    add(organisation, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      add(call, -1);
      add(organisation, -1);
    };
  };
}
