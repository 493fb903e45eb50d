import { headerOf, headersOf } from './message/headers';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from './message/types';

/** A session that ends unless one side refreshes it in time (RFC 4028). */
export interface SessionTimer {
  intervalMs: number;
  /** Who sends the refreshes. */
  refresher: 'us' | 'peer';
}

/** No interval is shorter (RFC 4028 section 4). */
const leastSeconds = 90;
const mostSeconds = 86_400 * 7;

interface SessionExpires {
  seconds: number;
  refresher?: 'uac' | 'uas';
}

/** Reads `Session-Expires`. @returns `undefined` if there is none, or it is no number */
function sessionExpiresOf(message: SipMessage): SessionExpires | undefined {
  const [, seconds, params = ''] =
    /^(\d{1,10})\s*(;.*)?$/.exec(headerOf(message, 'Session-Expires')?.trim() ?? '') ?? [];
  if (seconds === undefined) return undefined;
  const [, refresher] = /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(params) ?? [];
  return {
    seconds: Math.min(mostSeconds, Math.max(leastSeconds, Number(seconds))),
    ...(refresher === undefined ? {} : { refresher: refresher.toLowerCase() as 'uac' | 'uas' }),
  };
}

const lists = (message: SipMessage, header: string, option: string): boolean =>
  headersOf(message, header).some((value) => value.trim().toLowerCase() === option);

/** Whether the other side takes UPDATE (RFC 3311), by the `Allow` of its message. */
export const allowsUpdate = (message: SipMessage): boolean => lists(message, 'Allow', 'update');

/**
 * The headers by which an INVITE asks for a timer (RFC 4028 section 7.1).
 * @param seconds 0 to ask for none; the other side may still want one
 * @param leastOfPeer from a 422 before
 */
export function askForTimer(seconds: number, leastOfPeer = 0): SipHeader[] {
  const supported = { name: 'Supported', value: 'timer' };
  if (seconds === 0 && leastOfPeer === 0) return [supported];
  return [
    supported,
    { name: 'Session-Expires', value: String(Math.max(seconds, leastOfPeer)) },
    ...(leastOfPeer === 0 ? [] : [{ name: 'Min-SE', value: String(leastOfPeer) }]),
  ];
}

/** The least interval that a 422 names (RFC 4028 section 6), in seconds; `undefined` for another response. */
export function leastOf422(response: SipResponse): number | undefined {
  if (response.status !== 422) return undefined;
  const seconds = Number(/^\s*(\d{1,6})/.exec(headerOf(response, 'Min-SE') ?? '')?.[1]);
  return Number.isNaN(seconds) ? undefined : Math.max(leastSeconds, seconds);
}

/** The timer that a 2xx to a request of ours sets (RFC 4028 section 7.2); `undefined` for none. */
export function timerOfAnswer(response: SipResponse): SessionTimer | undefined {
  const expires = sessionExpiresOf(response);
  if (expires === undefined) return undefined;
  return { intervalMs: expires.seconds * 1_000, refresher: expires.refresher === 'uas' ? 'peer' : 'us' };
}

/**
 * The timer that a re-INVITE or UPDATE of the other side sets, and the headers of our answer (RFC 4028 section 9). The
 * other side refreshes unless it asks us to.
 */
export function timerOfRequest(request: SipRequest): { timer?: SessionTimer; headers: SipHeader[] } {
  const expires = sessionExpiresOf(request);
  if (expires === undefined) return { headers: [] };
  const refresher = expires.refresher ?? 'uac';
  // A requester that does not know the option can refresh no session.
  if (!lists(request, 'Supported', 'timer') && refresher === 'uac') return { headers: [] };
  return {
    timer: { intervalMs: expires.seconds * 1_000, refresher: refresher === 'uas' ? 'us' : 'peer' },
    headers: [
      { name: 'Session-Expires', value: `${expires.seconds};refresher=${refresher}` },
      { name: 'Require', value: 'timer' },
    ],
  };
}

/** When the one who refreshes does so: at half of the interval (RFC 4028 section 7.2). */
export const refreshAfterMs = ({ intervalMs }: SessionTimer): number => intervalMs / 2;

/** When a session that was not refreshed is over: a third of the interval, but no more than 32 seconds, before its end (RFC 4028 section 10). */
export const overAfterMs = ({ intervalMs }: SessionTimer): number => intervalMs - Math.min(32_000, intervalMs / 3);

/** The headers of our own refresh (RFC 4028 section 7.4). */
export const refreshHeaders = ({ intervalMs }: SessionTimer): SipHeader[] => [
  { name: 'Supported', value: 'timer' },
  { name: 'Session-Expires', value: `${intervalMs / 1_000};refresher=uac` },
];
