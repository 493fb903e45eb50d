import { headerOf, headersOf, writeNameAddr, writeVia } from './message/headers';
import type { SipHeader, SipRequest, SipResponse } from './message/types';
import { writeSipUri } from './message/uri';
import type { SipSignaling } from './call-log';
import { fromOf, initialRouteOf, requestUriOf, type SipTrunk } from './trunk';
import type { TransportKind } from './transport/types';

/** The methods that we take (RFC 3261 section 20.5). We take no INVITE but those of our calls. */
export const allowedMethods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'UPDATE', 'INFO'] as const;
export const allowHeader: SipHeader = { name: 'Allow', value: allowedMethods.join(', ') };
/** Progress may be acknowledged, so that it is not lost (RFC 3262). */
const reliableHeader: SipHeader = { name: 'Supported', value: '100rel' };
export const userAgentHeader: SipHeader = { name: 'User-Agent', value: 'Outdial' };
export const sdpType: SipHeader = { name: 'Content-Type', value: 'application/sdp' };
const emptyBody = Buffer.alloc(0);
/** Of our `Contact`. */
const user = 'outdial';

/** An address of ours, as a transport has it. IPv6 without brackets. */
export interface LocalAddress {
  host: string;
  port: number;
}

/** The value of `Via` of a request of ours. */
export const viaOf = (kind: TransportKind, { host, port }: LocalAddress, branch: string): string =>
  writeVia({ transport: kind.toUpperCase(), host, port, params: { branch } });

/** Our `Contact`: where the other side sends the requests of a call. */
export const contactOf = (kind: TransportKind, { host, port }: LocalAddress): SipHeader => {
  const params: Record<string, string> = kind === 'udp' ? {} : { transport: kind };
  return { name: 'Contact', value: writeNameAddr({ uri: writeSipUri({ scheme: 'sip', user, host, port, params }) }) };
};

/** What the INVITE of a call at one trunk says of the call. */
export interface Invitation {
  trunk: SipTrunk;
  /** E.164. */
  to: string;
  /** E.164. */
  from: string;
  callId: string;
  fromTag: string;
  /** When the call is over in any case, in Unix ms. */
  overMs: number;
}

/** What the log holds of an INVITE before it is sent. */
export function signalingOf(
  { trunk, to, from, callId, fromTag, overMs }: Invitation,
  at: Pick<SipSignaling, 'target' | 'cseq' | 'via'>,
): SipSignaling {
  const requestUri = requestUriOf(trunk, to);
  return {
    ...at,
    trunk: trunk.Name,
    requestUri,
    callId,
    overMs,
    from: fromOf(trunk, from, fromTag),
    to: `<${requestUri}>`,
    route: initialRouteOf(trunk),
  };
}

/** The fields that an INVITE and its CANCEL share (RFC 3261 section 9.1). */
function requestOf(
  signaling: SipSignaling,
  method: string,
  more: { headers?: SipHeader[]; body?: Buffer },
): SipRequest {
  const { requestUri, via, route, from, to, callId, cseq } = signaling;
  return {
    kind: 'request',
    method,
    uri: requestUri,
    headers: [
      { name: 'Via', value: via },
      { name: 'Max-Forwards', value: '70' },
      ...route.map((value) => ({ name: 'Route', value })),
      { name: 'From', value: from },
      { name: 'To', value: to },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${cseq} ${method}` },
      ...(more.headers ?? []),
    ],
    body: more.body ?? emptyBody,
  };
}

/** Writes an INVITE with an offer (RFC 3261 section 13.2.1). */
export const inviteOf = (
  signaling: SipSignaling,
  { contact, headers, offer }: { contact: SipHeader; headers: SipHeader[]; offer: Buffer },
): SipRequest =>
  requestOf(signaling, 'INVITE', {
    headers: [contact, allowHeader, reliableHeader, userAgentHeader, ...headers, sdpType],
    body: offer,
  });

/** Writes the CANCEL of an INVITE that was sent, by this process or another one. */
export const cancelOf = (signaling: SipSignaling): SipRequest => requestOf(signaling, 'CANCEL', {});

/** Writes a request outside of a call, which asks a trunk whether it is there (RFC 3261 section 11). */
export function optionsOf(
  trunk: SipTrunk,
  { via, callId, tag, cseq, contact }: { via: string; callId: string; tag: string; cseq: number; contact: SipHeader },
): SipRequest {
  const own = `<${contact.value.replace(/^<(.*)>$/, '$1')}>`;
  return {
    kind: 'request',
    method: 'OPTIONS',
    uri: trunk.URI,
    headers: [
      { name: 'Via', value: via },
      { name: 'Max-Forwards', value: '70' },
      ...initialRouteOf(trunk).map((value) => ({ name: 'Route', value })),
      { name: 'From', value: `${own};tag=${tag}` },
      { name: 'To', value: `<${trunk.URI}>` },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${cseq} OPTIONS` },
      contact,
      userAgentHeader,
      { name: 'Accept', value: 'application/sdp' },
    ],
    body: emptyBody,
  };
}

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  405: 'Method Not Allowed',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
};

/**
 * Answers a request of the other side (RFC 3261 section 8.2.6).
 * @param tag of `To`, if the request has none there
 */
export function responseTo(
  request: SipRequest,
  status: number,
  { headers = [], body = emptyBody, tag }: { headers?: readonly SipHeader[]; body?: Buffer; tag?: string } = {},
): SipResponse {
  const to = headerOf(request, 'To') ?? '';
  const copied = ['From', 'Call-ID', 'CSeq'].flatMap((name) => {
    const value = headerOf(request, name);
    return value === undefined ? [] : [{ name, value }];
  });
  return {
    kind: 'response',
    status,
    phrase: phrases[status] ?? '',
    headers: [
      ...headersOf(request, 'Via').map((value) => ({ name: 'Via', value })),
      ...headersOf(request, 'Record-Route').map((value) => ({ name: 'Record-Route', value })),
      { name: 'To', value: tag === undefined || /;\s*tag=/i.test(to) ? to : `${to};tag=${tag}` },
      ...copied,
      ...headers,
      ...(body.length > 0 ? [sdpType] : []),
    ],
    body,
  };
}
