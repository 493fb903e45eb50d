import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createStreamParser } from '../../../../../../shared/adapters/telephony/sip/message/stream';
import { parseMessage } from '../../../../../../shared/adapters/telephony/sip/message/parse';
import { writeMessage } from '../../../../../../shared/adapters/telephony/sip/message/write';
import type {
  SipMessage,
  SipRequest,
  SipResponse,
} from '../../../../../../shared/adapters/telephony/sip/message/types';
import type { Target, TransportKind } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { testPort } from '../../../../../support/ports';
import { temporalCertificates } from '../../../../../support/temporal-certificates';

/** One message that a peer got. */
export interface Received {
  message: SipMessage;
  /** The port that it came from. */
  port: number;
  /** Sends a message, or bytes, back the same way. */
  answer: (message: SipMessage | string | Buffer) => void;
}

/** Another SIP server on 127.0.0.1, on sockets of its own. */
export interface Peer {
  target: Target;
  received: Received[];
  requests(method: string): SipRequest[];
  /** Bytes that arrived, as text. */
  text(): string;
  /** How many connections it accepted. */
  accepted(): number;
  /** How many connections are open. */
  open(): number;
  /** Cuts its connections. */
  cut(): void;
  close(): Promise<void>;
}

const bytesOf = (message: SipMessage | string | Buffer): Buffer => {
  if (Buffer.isBuffer(message)) return message;
  return typeof message === 'string' ? Buffer.from(message) : writeMessage(message);
};

/** The name in the certificate of TLS peers. */
export const peerName = 'temporal.test';
export const peerAuthority = temporalCertificates.authority;

function createRecord() {
  const received: Received[] = [];
  return {
    received,
    requests: (method: string) =>
      received
        .map(({ message }) => message)
        .filter((message): message is SipRequest => message.kind === 'request' && message.method === method),
  };
}

/** Opens it at a port that no connection of another program takes: a test may listen there over TCP, too. */
export async function openUdpPeer(): Promise<Peer> {
  const record = createRecord();
  let text = '';
  const socket = createSocket('udp4');
  socket.on('message', (bytes, source) => {
    text += bytes.toString();
    const answer = (message: SipMessage | string | Buffer) =>
      socket.send(bytesOf(message), source.port, source.address);
    record.received.push({ message: parseMessage(bytes), port: source.port, answer });
  });
  socket.bind(await testPort(), '127.0.0.1');
  await once(socket, 'listening');
  return {
    ...record,
    target: { transport: 'udp', host: '127.0.0.1', port: socket.address().port },
    text: () => text,
    accepted: () => 0,
    open: () => 0,
    cut: () => undefined,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** @param reads false: what is sent to it stays in the buffers of the system */
export async function openStreamPeer(
  transport: Exclude<TransportKind, 'udp'>,
  { port = 0, reads = true } = {},
): Promise<Peer> {
  const record = createRecord();
  const sockets = new Set<Socket>();
  let [text, accepted] = ['', 0];
  const accept = (socket: Socket): void => {
    accepted++;
    sockets.add(socket);
    const parser = createStreamParser();
    const answer = (message: SipMessage | string | Buffer) => socket.write(bytesOf(message));
    if (reads)
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        for (const message of parser.push(bytes))
          record.received.push({ message, port: socket.remotePort ?? 0, answer });
      });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = transport === 'tls' ? createTlsServer(temporalCertificates.server, accept) : createServer(accept);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    ...record,
    target: {
      transport,
      host: '127.0.0.1',
      port: bound,
      ...(transport === 'tls' && { serverName: peerName }),
    },
    text: () => text,
    accepted: () => accepted,
    open: () => sockets.size,
    cut,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

export const openPeer = (transport: TransportKind): Promise<Peer> =>
  transport === 'udp' ? openUdpPeer() : openStreamPeer(transport);

/** A request of ours, as a dialog builds it. */
export function requestOf(
  method: string,
  {
    branch = `z9hG4bK-${method}`,
    via = '127.0.0.1:5060',
    transport = 'UDP',
    cseq = 1,
    headers = {},
    body = '',
  }: {
    branch?: string;
    via?: string;
    transport?: string;
    cseq?: number;
    headers?: Record<string, string>;
    body?: string;
  } = {},
): SipRequest {
  return {
    kind: 'request',
    method,
    uri: 'sip:+14155550123@example.com',
    headers: [
      { name: 'Via', value: `SIP/2.0/${transport} ${via};branch=${branch}` },
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: '<sip:+14155550100@example.com>;tag=ours' },
      { name: 'To', value: '<sip:+14155550123@example.com>' },
      { name: 'Call-ID', value: 'call-1@example.com' },
      { name: 'CSeq', value: `${cseq} ${method}` },
      ...Object.entries(headers).map(([name, value]) => ({ name, value })),
    ],
    body: Buffer.from(body),
  };
}

/** What a peer answers to a request, written from the RFC and not with the code that is tested. */
export function answerTo(request: SipRequest, status: number, { tag = 'theirs' } = {}): SipResponse {
  const copied = request.headers.filter(({ name }) => ['Via', 'From', 'Call-ID', 'CSeq'].includes(name));
  const to = request.headers.find(({ name }) => name === 'To')?.value ?? '';
  const toHeader = { name: 'To', value: status === 100 || to.includes(';tag=') ? to : `${to};tag=${tag}` };
  return {
    kind: 'response',
    status,
    phrase: `Status ${status}`,
    headers: [...copied, toHeader],
    body: Buffer.alloc(0),
  };
}
