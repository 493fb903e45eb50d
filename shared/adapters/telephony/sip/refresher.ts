import type { SipHeader, SipResponse } from './message/types';
import {
  allowsUpdate,
  leastOf422,
  overAfterMs,
  refreshAfterMs,
  refreshHeaders,
  timerOfAnswer,
  type SessionTimer,
} from './session-timer';

/** Keeps a session alive by its timer (RFC 4028). */
export interface Refresher {
  /** Starts with the timer that the answer to our INVITE has set. */
  start(answer: SipResponse): void;
  /** The other side has set another timer, or none. */
  set(timer: SessionTimer | undefined): void;
  /** Whether a re-INVITE of ours is open: one of the other side has to wait (RFC 3261 section 14.2). */
  readonly isInviting: boolean;
  stop(): void;
}

interface RefresherDeps {
  after: (ms: number, fn: () => void) => () => void;
  send: (method: 'UPDATE' | 'INVITE', headers: SipHeader[]) => Promise<SipResponse>;
  /** The session is over. */
  expire: () => void;
}

/** After a re-INVITE that met one of the other side (RFC 3261 section 14.1: 2.1 to 4 s for the owner of the Call-ID). */
const glareMs = 3_000;
/** A longer interval is offered so often, as an answer of 422 wants it. */
const maxTries = 3;

export function createRefresher({ after, send, expire }: RefresherDeps): Refresher {
  let method: 'UPDATE' | 'INVITE' = 'INVITE';
  let [stopped, isInviting] = [false, false];
  let cancels: (() => void)[] = [];
  const clear = (): void => cancels.splice(0).forEach((cancel) => cancel());
  const set = (timer: SessionTimer | undefined): void => {
    clear();
    if (timer === undefined || stopped) return;
    cancels = [after(overAfterMs(timer), expire)];
    if (timer.refresher === 'us') cancels.push(after(refreshAfterMs(timer), () => void refresh(timer)));
  };
  const refresh = async (timer: SessionTimer, tries = 1): Promise<void> => {
    isInviting = method === 'INVITE';
    const response = await send(method, refreshHeaders(timer)).catch(() => undefined);
    isInviting = false;
    if (stopped || response === undefined) return;
    const { status } = response;
    const least = leastOf422(response);
    if (status < 300) set(timerOfAnswer(response) ?? timer);
    else if (status === 481 || status === 408) expire();
    else if (status === 491) cancels.push(after(glareMs, () => void refresh(timer)));
    else if (least !== undefined && least * 1_000 > timer.intervalMs && tries < maxTries)
      cancels.push(after(0, () => void refresh({ ...timer, intervalMs: least * 1_000 }, tries + 1)));
    else if (method === 'UPDATE') {
      method = 'INVITE';
      cancels.push(after(0, () => void refresh(timer)));
    }
    // Otherwise the session ends with its interval.
  };
  return {
    start: (answer) => {
      method = allowsUpdate(answer) ? 'UPDATE' : 'INVITE';
      set(timerOfAnswer(answer));
    },
    set,
    get isInviting() {
      return isInviting;
    },
    stop: () => {
      stopped = true;
      clear();
    },
  };
}
