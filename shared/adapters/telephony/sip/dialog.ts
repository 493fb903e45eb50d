import { headerOf, headersOf, parseCSeq, parseNameAddr } from './message/headers';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from './message/types';
import { parseSipUri } from './message/uri';

/** A dialog (RFC 3261 section 12), as plain data: it is stored, and another process can send a BYE by it. */
export interface DialogState {
  callId: string;
  /** The value of our `From`, with our tag. */
  from: string;
  /** The value of `To`, with the tag of the other side. */
  to: string;
  remoteTag: string;
  /** The remote target: where the other side takes requests. */
  remoteTarget: string;
  /** The values of `Route`, in the order in which a request passes them. */
  routes: readonly string[];
  /** `CSeq` of our latest request. */
  cseq: number;
  /** `CSeq` of the latest request of the other side. */
  remoteCseq?: number;
}

/** The tag of a `From` or `To`. */
export const tagOf = (nameAddr: string | undefined): string | undefined =>
  nameAddr === undefined ? undefined : parseNameAddr(nameAddr).params['tag'];

/**
 * Creates the dialog of a provisional response or a 2xx to our INVITE (RFC 3261 section 12.1.2).
 * @returns `undefined` if the response has no tag or no contact, and so creates none
 * @throws {SipParseError} if its headers cannot be read
 */
export function dialogOf(invite: SipRequest, response: SipResponse): DialogState | undefined {
  const [to, contact, callId, from] = ['To', 'Contact', 'Call-ID', 'From'].map((name) => headerOf(response, name));
  const remoteTag = tagOf(to);
  if (to === undefined || contact === undefined || callId === undefined || from === undefined) return undefined;
  if (remoteTag === undefined) return undefined;
  return {
    callId,
    from: headerOf(invite, 'From') ?? from,
    to,
    remoteTag,
    remoteTarget: parseNameAddr(headersOf(response, 'Contact')[0] ?? contact).uri,
    routes: headersOf(response, 'Record-Route').reverse(),
    cseq: parseCSeq(headerOf(invite, 'CSeq') ?? '').sequence,
  };
}

/** What a request in a dialog holds beside the fields of the dialog. */
export interface InDialogRequest {
  method: string;
  /** Of the new request; an ACK has that of its INVITE. */
  cseq: number;
  /** The value of `Via`. */
  via: string;
  headers?: readonly SipHeader[];
  body?: Buffer;
}

/** Loose routers keep the Request-URI as it is (RFC 3261 section 16.12.1.1). */
const isLoose = (route: string): boolean => parseSipUri(parseNameAddr(route).uri).params['lr'] !== undefined;

/** The Request-URI and the `Route` of a request in a dialog (RFC 3261 section 12.2.1.1). */
function routeOf({ remoteTarget, routes }: DialogState): { uri: string; routes: readonly string[] } {
  const [first, ...others] = routes;
  if (first === undefined || isLoose(first)) return { uri: remoteTarget, routes };
  return { uri: parseNameAddr(first).uri, routes: [...others, `<${remoteTarget}>`] };
}

/** The URI whose host gets the requests of a dialog. */
export const nextHopOf = ({ remoteTarget, routes: [first] }: DialogState): string =>
  first === undefined ? remoteTarget : parseNameAddr(first).uri;

/** Writes a request in a dialog (RFC 3261 section 12.2.1.1). */
export function requestIn(dialog: DialogState, { method, cseq, via, headers = [], body }: InDialogRequest): SipRequest {
  const { uri, routes } = routeOf(dialog);
  return {
    kind: 'request',
    method,
    uri,
    headers: [
      { name: 'Via', value: via },
      { name: 'Max-Forwards', value: '70' },
      ...routes.map((value) => ({ name: 'Route', value })),
      { name: 'From', value: dialog.from },
      { name: 'To', value: dialog.to },
      { name: 'Call-ID', value: dialog.callId },
      { name: 'CSeq', value: `${cseq} ${method}` },
      ...headers,
    ],
    body: body ?? Buffer.alloc(0),
  };
}

/** The dialog after a message with a new contact: a target refresh (RFC 3261 section 12.2). */
export function refreshTarget(dialog: DialogState, message: SipMessage): DialogState {
  const [contact] = headersOf(message, 'Contact');
  return contact === undefined ? dialog : { ...dialog, remoteTarget: parseNameAddr(contact).uri };
}

/**
 * Takes the number of a request of the other side (RFC 3261 section 12.2.2).
 * @returns the dialog, or `undefined` if the request is older than one before: it is answered with 500
 */
export function receiveIn(dialog: DialogState, request: SipRequest): DialogState | undefined {
  const { sequence } = parseCSeq(headerOf(request, 'CSeq') ?? '');
  if (dialog.remoteCseq !== undefined && sequence < dialog.remoteCseq) return undefined;
  return { ...dialog, remoteCseq: sequence };
}

/** Whether a request of the other side belongs to a dialog (RFC 3261 section 12.2.2). @param localTag ours */
export const isIn = (dialog: DialogState, localTag: string, request: SipRequest): boolean =>
  headerOf(request, 'Call-ID') === dialog.callId &&
  tagOf(headerOf(request, 'From')) === dialog.remoteTag &&
  tagOf(headerOf(request, 'To')) === localTag;
