import { headerOf, headersOf, parseCSeq, parseVia } from '../message/headers';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from '../message/types';

const emptyBody = Buffer.alloc(0);

/** The header fields of these names as they stand in a message, in its order. */
const pick = ({ headers }: SipMessage, ...names: string[]): SipHeader[] => {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return headers.filter(({ name }) => wanted.has(name.toLowerCase()));
};

const topViaOf = (message: SipMessage): SipHeader => ({ name: 'Via', value: headersOf(message, 'Via')[0] ?? '' });

/** The branch of the top Via; empty if it has none. @throws {SipParseError} if there is no valid Via */
export const branchOf = (message: SipMessage): string => parseVia(topViaOf(message).value).params['branch'] ?? '';

/** @throws {SipParseError} if there is no valid CSeq */
export const cseqOf = (message: SipMessage): { sequence: number; method: string } =>
  parseCSeq(headerOf(message, 'CSeq') ?? '');

/** The ACK of a response to an INVITE that is no 2xx (RFC 3261 section 17.1.1.3). */
export const ackOf = (invite: SipRequest, response: SipResponse): SipRequest => ({
  kind: 'request',
  method: 'ACK',
  uri: invite.uri,
  headers: [
    topViaOf(invite),
    ...pick(invite, 'Max-Forwards', 'Route', 'From', 'Call-ID'),
    ...pick(response, 'To'),
    { name: 'CSeq', value: `${cseqOf(invite).sequence} ACK` },
  ],
  body: emptyBody,
});

/** The CANCEL of an INVITE (RFC 3261 section 9.1): the same top Via, and what else says which request it is. */
export const cancelOf = (invite: SipRequest, headers: readonly SipHeader[]): SipRequest => ({
  kind: 'request',
  method: 'CANCEL',
  uri: invite.uri,
  headers: [
    topViaOf(invite),
    ...pick(invite, 'Max-Forwards', 'Route', 'From', 'To', 'Call-ID'),
    { name: 'CSeq', value: `${cseqOf(invite).sequence} CANCEL` },
    ...headers,
  ],
  body: emptyBody,
});

/** A response that carries only what it must copy of its request (RFC 3261 section 8.2.6.2). */
export const responseTo = (request: SipRequest, status: number, phrase: string): SipResponse => ({
  kind: 'response',
  status,
  phrase,
  headers: pick(request, 'Via', 'From', 'To', 'Call-ID', 'CSeq'),
  body: emptyBody,
});
