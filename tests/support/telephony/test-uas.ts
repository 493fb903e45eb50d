import { createSocket, type RemoteInfo } from 'node:dgram';
import {
  headerOf,
  headersOf,
  parseCSeq,
  parseNameAddr,
  parseVia,
} from '../../../shared/adapters/telephony/sip/message/headers';
import { parseMessage } from '../../../shared/adapters/telephony/sip/message/parse';
import type {
  SipHeader,
  SipMessage,
  SipRequest,
  SipResponse,
} from '../../../shared/adapters/telephony/sip/message/types';
import { writeMessage } from '../../../shared/adapters/telephony/sip/message/write';

/** What the other side of a call saw, and what it can do. It answers only as the test says. */
export interface UasCall {
  readonly callId: string;
  /** The user part of the Request-URI. */
  readonly number: string;
  /** The latest INVITE. */
  readonly invite: SipRequest;
  /** INVITEs with different branches: what this phone takes for different calls, or for a repeat with credentials. */
  readonly invites: number;
  /** Methods of all requests, in their order, without repeated ones. */
  readonly methods: string[];
  /** True from our 2xx until a BYE of either side. */
  readonly isOpen: boolean;
  readonly requests: SipRequest[];
  /** Answers the latest INVITE. */
  reply(status: number, options?: { phrase?: string; headers?: SipHeader[]; body?: Buffer; tag?: string }): void;
  /** Sends a request in the dialog. @returns the response */
  request(method: string, options?: { headers?: SipHeader[]; body?: Buffer }): Promise<SipResponse>;
  /** Sends the ACK of a 2xx to a re-INVITE of ours. */
  acknowledge(cseq: number, body?: Buffer): void;
  /** Nothing but an INVITE is answered any more, as if the path were cut. */
  isDeaf?: boolean;
  /** What is done with a request of the other side, instead of a 200. */
  onRequest?: (request: SipRequest, respond: (status: number, headers?: SipHeader[], body?: Buffer) => void) => void;
}

export interface TestUas {
  readonly port: number;
  /** By Call-ID. */
  readonly calls: ReadonlyMap<string, UasCall>;
  /** All requests, also those of no call. */
  readonly received: SipRequest[];
  close(): Promise<void>;
}

export const sdp = (port: number, direction = 'sendrecv', version = 1): Buffer =>
  Buffer.from(
    [
      'v=0',
      `o=- 77 ${version} IN IP4 127.0.0.1`,
      's=-',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      `m=audio ${port} RTP/AVP 0 101`,
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-15',
      'a=ptime:20',
      `a=${direction}`,
      '',
    ].join('\r\n'),
  );

interface Call extends UasCall {
  invite: SipRequest;
  invites: number;
  isOpen: boolean;
  branches: Set<string>;
  isPending: boolean;
  tag: string;
  cseq: number;
  peer: RemoteInfo;
}

/**
 * A phone's end of SIP over UDP on 127.0.0.1, made of parser and writer alone: no transactions of ours, so it sees each datagram.
 * @param onCall what happens to a call: called once for each INVITE that is no repeated datagram
 */
export async function startTestUas(onCall: (call: UasCall) => void, { port = 0 } = {}): Promise<TestUas> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  const own = socket.address().port;
  const calls = new Map<string, Call>();
  const received: SipRequest[] = [];
  const waiting = new Map<string, (response: SipResponse) => void>();
  const send = (message: SipMessage, to: RemoteInfo): void => socket.send(writeMessage(message), to.port, to.address);
  const contact: SipHeader = { name: 'Contact', value: `<sip:phone@127.0.0.1:${own}>` };

  const responseTo = (
    request: SipRequest,
    status: number,
    more: { phrase?: string; headers?: SipHeader[]; body?: Buffer; tag?: string },
  ): SipResponse => {
    const to = headerOf(request, 'To') ?? '';
    return {
      kind: 'response',
      status,
      phrase: more.phrase ?? 'Test',
      headers: [
        ...headersOf(request, 'Via').map((value) => ({ name: 'Via', value })),
        { name: 'From', value: headerOf(request, 'From') ?? '' },
        { name: 'To', value: to.includes('tag=') || more.tag === undefined ? to : `${to};tag=${more.tag}` },
        { name: 'Call-ID', value: headerOf(request, 'Call-ID') ?? '' },
        { name: 'CSeq', value: headerOf(request, 'CSeq') ?? '' },
        ...(status > 100 && status < 300 ? [contact] : []),
        ...typeOf(more),
        ...(more.headers ?? []),
      ],
      body: more.body ?? Buffer.alloc(0),
    };
  };

  const inDialog = (
    call: Call,
    method: string,
    cseq: number,
    more: { headers?: SipHeader[]; body?: Buffer },
  ): SipRequest => ({
    kind: 'request',
    method,
    uri: parseNameAddr(headerOf(call.invite, 'Contact') ?? '').uri,
    headers: [
      { name: 'Via', value: `SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${call.tag}${method}${cseq}` },
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `${headerOf(call.invite, 'To')};tag=${call.tag}` },
      { name: 'To', value: headerOf(call.invite, 'From') ?? '' },
      { name: 'Call-ID', value: call.callId },
      { name: 'CSeq', value: `${cseq} ${method}` },
      contact,
      ...typeOf(more),
      ...(more.headers ?? []),
    ],
    body: more.body ?? Buffer.alloc(0),
  });

  const createCall = (callId: string, invite: SipRequest, peer: RemoteInfo): Call => {
    const call: Call = {
      ...{ callId, invite, peer, invites: 0, methods: [], requests: [], isOpen: false, isPending: true, cseq: 0 },
      number: /^sip:([^@;]+)/.exec(invite.uri)?.[1] ?? '',
      tag: `uas${calls.size + 1}`,
      branches: new Set(),
      reply: (status, options = {}) => {
        if (status >= 200) call.isPending = false;
        if (status >= 200 && status < 300) call.isOpen = true;
        send(responseTo(call.invite, status, { tag: call.tag, ...options }), call.peer);
      },
      request: (method, options = {}) => {
        if (method === 'BYE') call.isOpen = false;
        const cseq = ++call.cseq;
        return new Promise((resolve) => {
          waiting.set(`${call.callId} ${cseq}`, resolve);
          send(inDialog(call, method, cseq, options), call.peer);
        });
      },
      acknowledge: (cseq, body) => send(inDialog(call, 'ACK', cseq, body ? { body } : {}), call.peer),
    };
    return call;
  };

  const onInvite = (callId: string, request: SipRequest, from: RemoteInfo): void => {
    const branch = branchOf(request);
    const call = calls.get(callId) ?? createCall(callId, request, from);
    calls.set(callId, call);
    if (call.branches.has(branch)) return;
    call.branches.add(branch);
    Object.assign(call, { invite: request, peer: from, isPending: true });
    call.invites++;
    call.methods.push('INVITE');
    onCall(call);
  };

  const onOther = (call: Call | undefined, request: SipRequest, from: RemoteInfo): void => {
    const key = `${request.method} ${branchOf(request)}`;
    const isRepeated = call?.branches.has(key) === true;
    if (call && !isRepeated) {
      call.branches.add(key);
      call.methods.push(request.method);
      call.requests.push(request);
    }
    if (request.method === 'ACK' || call?.isDeaf === true) return;
    const respond = (status: number, headers: SipHeader[] = [], body?: Buffer): void =>
      send(responseTo(request, status, { headers, ...(body && { body }) }), from);
    if (call?.onRequest && !isRepeated) {
      call.onRequest(request, respond);
      return;
    }
    if (request.method === 'OPTIONS') {
      respond(200);
      return;
    }
    if (call === undefined) {
      respond(481);
      return;
    }
    if (request.method === 'CANCEL') {
      respond(200);
      if (call.isPending) call.reply(487);
    } else if (request.method === 'BYE') {
      respond(call.isOpen || isRepeated ? 200 : 481);
      call.isOpen = false;
    } else respond(200);
  };

  socket.on('message', (datagram, from) => {
    const message = parseMessage(datagram);
    const callId = headerOf(message, 'Call-ID') ?? '';
    if (message.kind === 'response') {
      const { sequence } = parseCSeq(headerOf(message, 'CSeq') ?? '');
      if (message.status >= 200) waiting.get(`${callId} ${sequence}`)?.(message);
      return;
    }
    received.push(message);
    const call = calls.get(callId);
    const isNew = message.method === 'INVITE' && !/tag=/.test(headerOf(message, 'To') ?? '');
    if (isNew) onInvite(callId, message, from);
    else onOther(call, message, from);
  });
  return {
    port: own,
    calls,
    received,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

const branchOf = (request: SipRequest): string => parseVia(headersOf(request, 'Via')[0] ?? '').params['branch'] ?? '';

const typeOf = ({ headers = [], body }: { headers?: SipHeader[]; body?: Buffer }): SipHeader[] =>
  body === undefined || headers.some(({ name }) => name === 'Content-Type')
    ? []
    : [{ name: 'Content-Type', value: 'application/sdp' }];
