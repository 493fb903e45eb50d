/** The base values of all timers, in ms (RFC 3261 section 17.1.1.1). */
export interface SipTimers {
  /** The estimated round trip: the first interval of retransmissions. */
  t1Ms: number;
  /** The longest interval of retransmissions but those of INVITE. */
  t2Ms: number;
  /** How long a message may stay in the network. */
  t4Ms: number;
}

/** The values of RFC 3261. */
export const defaultTimers: SipTimers = { t1Ms: 500, t2Ms: 4_000, t4Ms: 5_000 };

/** Timers B, D, F, H, J, L and M: how long a transaction waits for the other side, or for its repeated messages. */
export const transactionTimeoutMs = ({ t1Ms }: SipTimers): number => 64 * t1Ms;

/** Calls `fn` once after `ms`. @returns a function that cancels the timer */
export type SetTimer = (fn: () => void, ms: number) => () => void;

export const setRealTimer: SetTimer = (fn, ms) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

/** The timers of one transaction, by the letters of the RFC. */
export interface NamedTimers {
  /** Starts a timer, instead of a running one of that name. */
  start(name: string, ms: number, fn: () => void): void;
  stop(...names: string[]): void;
  stopAll(): void;
}

/** Creates the timers of one transaction. */
export function createNamedTimers(setTimer: SetTimer): NamedTimers {
  const cancels = new Map<string, () => void>();
  const stop = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  return {
    start: (name, ms, fn) => {
      stop(name);
      const cancel = setTimer(() => {
        cancels.delete(name);
        fn();
      }, ms);
      cancels.set(name, cancel);
    },
    stop: (...names) => names.forEach(stop),
    stopAll: () => [...cancels.keys()].forEach(stop),
  };
}
