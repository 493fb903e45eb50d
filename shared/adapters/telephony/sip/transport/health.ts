import type { SipResponse } from '../message/types';

/** Whether a target answers. */
export interface TargetHealth {
  /** True until it was found down. */
  isUp(): boolean;
  /** Counts what was seen otherwise, such as the outcome of a call's INVITE. */
  report(answered: boolean): void;
  /** Stops the pings. */
  stop(): void;
}

export interface HealthOptions {
  /** Sends an OPTIONS (RFC 3261 section 11). A rejection counts as no answer. */
  ping: () => Promise<SipResponse>;
  /** Calls `fn` once after `ms`. @returns a function that cancels the timer */
  setTimer: (fn: () => void, ms: number) => () => void;
  /** Between the end of a ping and the next one; default 30 s. */
  intervalMs?: number;
  /** The same while it does not answer, or is down; default 5 s. */
  retryMs?: number;
  /** It is down after so many pings in a row without an answer; default 3. */
  downAfter?: number;
  /** It is up again after so many answers in a row; default 2. */
  upAfter?: number;
  onChange?: (up: boolean) => void;
}

/** Overloaded or down for maintenance (503), or a proxy without an answer from behind it (408, 504). */
const unavailable = new Set([408, 503, 504]);

/** Any other response is one of a server that works: many refuse OPTIONS. */
export const showsHealth = ({ status }: SipResponse): boolean => !unavailable.has(status);

/** Watches a target by pings. The first one is sent at once. One lost ping does not take it down, nor one answer up. */
export function watchHealth(options: HealthOptions): TargetHealth {
  const { ping, setTimer, intervalMs = 30_000, retryMs = 5_000, downAfter = 3, upAfter = 2, onChange } = options;
  let [up, stopped] = [true, false];
  /** Of those in a row that contradict `up`. */
  let contrary = 0;
  let cancel: (() => void) | undefined;

  const report = (answered: boolean): void => {
    contrary = answered === up ? 0 : contrary + 1;
    if (contrary < (up ? downAfter : upAfter)) return;
    up = !up;
    contrary = 0;
    onChange?.(up);
  };
  const pingOnce = async (): Promise<void> => {
    const answered = await ping().then(showsHealth, () => false);
    if (stopped) return;
    report(answered);
    cancel = setTimer(() => void pingOnce(), answered && up ? intervalMs : retryMs);
  };
  void pingOnce();
  return {
    isUp: () => up,
    report,
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}
