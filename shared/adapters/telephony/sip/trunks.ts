import type { DialRequest } from '../telephony';
import type { SipTrunk } from './trunk';

/** A trunk in use by one call. */
export interface TakenTrunk {
  trunk: SipTrunk;
  /** Frees its place. May be called again. */
  release(): void;
}

/** The trunks of a process, and how many calls each has. Limits over all processes are those of the queue of calls. */
export interface Trunks {
  /**
   * The trunks that may take a call, in the order in which they are tried: the named ones, or all that accept its caller id.
   * A disabled or unknown trunk takes no call, and no other one replaces it.
   */
  candidates(request: Pick<DialRequest, 'from'> & { trunks?: readonly string[] | undefined }): SipTrunk[];
  /** Takes a place. @returns after how many ms to ask again, if the trunk has no place */
  take(trunk: SipTrunk): TakenTrunk | { retryAfterMs: number };
  /** Leaves a trunk alone for a while, because it said that it gets too many calls. */
  rest(trunk: SipTrunk, forMs: number): void;
  find(name: string): SipTrunk | undefined;
  /** Calls on it. */
  calls(name: string): number;
  /** Whether it answers, as far as is known. */
  isUp(trunk: SipTrunk): boolean;
}

/** When a trunk that is full is asked again. */
const fullRetryMs = 2_000;

/** @param isUp whether a trunk answers: one that does not is tried last */
export function createTrunks(
  trunks: readonly SipTrunk[],
  { nowMs, isUp }: { nowMs: () => number; isUp: (trunk: SipTrunk) => boolean },
): Trunks {
  const uses = new Map(trunks.map(({ Name }) => [Name, { calls: 0, nextAtMs: 0 }]));
  const takes = (trunk: SipTrunk, from: string): boolean =>
    !trunk.Disabled && (trunk.CallerIDs === undefined || trunk.CallerIDs.includes(from));
  return {
    isUp,
    calls: (name) => uses.get(name)?.calls ?? 0,
    find: (name) => trunks.find(({ Name }) => Name === name),
    candidates: ({ from, trunks: names }) => {
      const wanted =
        names === undefined ? [...trunks] : names.flatMap((name) => trunks.find(({ Name }) => Name === name) ?? []);
      const able = wanted.filter((trunk) => takes(trunk, from));
      return [...able.filter(isUp), ...able.filter((trunk) => !isUp(trunk))];
    },
    rest: ({ Name }, forMs) => {
      const use = uses.get(Name);
      if (use !== undefined) use.nextAtMs = Math.max(use.nextAtMs, nowMs() + forMs);
    },
    take: (trunk) => {
      const use = uses.get(trunk.Name) ?? { calls: 0, nextAtMs: 0 };
      const now = nowMs();
      if (use.calls >= (trunk.MaxCalls ?? Infinity)) return { retryAfterMs: fullRetryMs };
      if (now < use.nextAtMs) return { retryAfterMs: Math.ceil(use.nextAtMs - now) };
      use.calls++;
      if (trunk.CallsPerSecond !== undefined) use.nextAtMs = now + 1_000 / trunk.CallsPerSecond;
      let taken = true;
      const release = (): void => {
        if (taken) use.calls--;
        taken = false;
      };
      return { trunk, release };
    },
  };
}
