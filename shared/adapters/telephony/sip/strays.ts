import { LRUCache } from 'lru-cache';
import { createAuthorization } from './authorization';
import type { SipContext } from './context';
import { tagOf, type DialogState } from './dialog';
import { headerOf, headersOf, parseCSeq, parseNameAddr } from './message/headers';
import type { SipResponse } from './message/types';
import { createSession, type Session } from './session';
import { ignoredEvents } from './session-events';
import type { Target } from './transport/types';

/** How long the 2xx of one call may be repeated, and more of them than calls fail at once. */
const remembered = { max: 1_000, ttl: 64_000 };
/** So many answers of one call are ended: more than phones that ring for it. */
const maxOfCall = 16;

/**
 * Ends calls that were answered although no process waits for it any more: after their CANCEL or their time was over, or
 * before this process was started at the address of a lost one. Each 2xx is acknowledged; the call gets one BYE.
 * @returns a function that takes each 2xx that belongs to no transaction
 */
export function createStrays(context: SipContext): (response: SipResponse, source: Target) => void {
  const known = new LRUCache<string, Session>(remembered);
  const counts = new LRUCache<string, number>(remembered);
  const end = async (response: SipResponse, source: Target): Promise<void> => {
    const dialog = dialogOfStray(response);
    if (dialog === undefined || !context.keys.isOurs(dialog.callId, tagOf(dialog.from) ?? '')) return;
    const key = `${dialog.callId} ${dialog.remoteTag}`;
    const before = known.get(key);
    if (before) return before.acknowledge();
    const count = counts.get(dialog.callId) ?? 0;
    if (count >= maxOfCall) return;
    counts.set(dialog.callId, count + 1);
    const sent = { signaling: { cseq: dialog.cseq }, target: source, authorization: createAuthorization(undefined) };
    const session = createSession(context, { dialog, sent }, ignoredEvents);
    known.set(key, session);
    await session.acknowledge();
    await session.bye();
    context.logger.warn({ sipCallId: dialog.callId }, 'sip.stray_call_ended');
  };
  return (response, source) => {
    end(response, source).catch((error: unknown) => context.logger.warn({ err: error }, 'sip.stray_call_not_ended'));
  };
}

/** @returns `undefined` if the response lacks what a dialog needs. @throws {SipParseError} */
function dialogOfStray(response: SipResponse): DialogState | undefined {
  const [callId, from, to] = ['Call-ID', 'From', 'To'].map((name) => headerOf(response, name));
  const remoteTag = tagOf(to);
  const [contact] = headersOf(response, 'Contact');
  if (callId === undefined || from === undefined || to === undefined) return undefined;
  if (remoteTag === undefined || contact === undefined) return undefined;
  return {
    ...{ callId, from, to, remoteTag },
    remoteTarget: parseNameAddr(contact).uri,
    routes: headersOf(response, 'Record-Route').reverse(),
    cseq: parseCSeq(headerOf(response, 'CSeq') ?? '').sequence,
  };
}
