import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import type { SipMessage, SipRequest } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { writeMessage } from '../../../../../../shared/adapters/telephony/sip/message/write';
import { createTransports } from '../../../../../../shared/adapters/telephony/sip/transport/transports';
import {
  TransportConnectError,
  type Target,
  type TransportError,
  type TransportsOptions,
} from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { temporalCertificates } from '../../../../../support/temporal-certificates';
import { until } from '../../../../../support/until';
import { answerTo, openPeer, openStreamPeer, peerAuthority, requestOf, type Peer } from './peer';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp(options: Partial<TransportsOptions> = {}) {
  const ours = await createTransports({ host: '127.0.0.1', port: 0, tls: { ca: peerAuthority }, ...options });
  closers.push(() => ours.close());
  const got: { message: SipMessage; source: Target }[] = [];
  ours.onMessage((message, source) => got.push({ message, source }));
  const broken: { target: Target; error: TransportError }[] = [];
  ours.onBroken((target, error) => broken.push({ target, error }));
  return { ours, got, broken };
}

async function opened(peer: Promise<Peer>): Promise<Peer> {
  const open = await peer;
  closers.push(() => open.close());
  return open;
}

async function connectTo(port: number): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  closers.push(() => void socket.destroy());
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await once(socket, 'connect');
  return { socket, text: () => text };
}

const closed = (socket: Socket) => until(() => socket.closed, Boolean);

describe('a connection', () => {
  it('carries many messages, in their order', async () => {
    const [{ ours }, peer] = [await setUp(), await opened(openPeer('tcp'))];
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    await Promise.all(numbers.map((cseq) => ours.send(requestOf('OPTIONS', { cseq }), peer.target)));
    await until(
      () => peer.received,
      ({ length }) => length === 50,
    );
    const sequence = peer.requests('OPTIONS').map(({ headers }) => headers.find(({ name }) => name === 'CSeq')?.value);
    expect(sequence).toEqual(numbers.map((cseq) => `${cseq} OPTIONS`));
    expect(peer.accepted()).toBe(1);
  });

  it('that breaks is reported once, as the object that its messages were sent to, and the next message opens another', async () => {
    const [{ ours, broken }, peer] = [await setUp(), await opened(openPeer('tls'))];
    const sentTo = await ours.send(requestOf('OPTIONS'), peer.target);
    await until(
      () => peer.received,
      ({ length }) => length === 1,
    );
    peer.cut();
    await until(
      () => broken,
      ({ length }) => length === 1,
    );
    expect(broken[0]?.target).toBe(sentTo);
    expect(broken[0]?.error).not.toBeInstanceOf(TransportConnectError);
    const next = await ours.send(requestOf('OPTIONS'), peer.target);
    expect(next).not.toBe(sentTo);
    await until(
      () => peer.received,
      ({ length }) => length === 2,
    );
    expect(broken).toHaveLength(1);
  });

  it('that cannot be opened fails what was to be sent, and nothing was', async () => {
    const { ours, broken } = await setUp({ limits: { connectTimeoutMs: 100 } });
    const peer = await openPeer('tcp');
    await peer.close();
    const sends = [1, 2, 3].map((cseq) => ours.send(requestOf('OPTIONS', { cseq }), peer.target));
    for (const send of sends) await expect(send).rejects.toThrow(TransportConnectError);
    // A server that accepts the connection, but does not speak TLS.
    const silent = await opened(openStreamPeer('tcp', { reads: false }));
    await expect(ours.send(requestOf('OPTIONS'), { ...silent.target, transport: 'tls' })).rejects.toThrow(
      TransportConnectError,
    );
    await expect(ours.send(requestOf('OPTIONS'), { ...peer.target, port: 70_000 })).rejects.toThrow(
      TransportConnectError,
    );
    await until(
      () => ours.stats().connections,
      (count) => count === 0,
    );
    expect(broken).toEqual([]);
  });

  it('with a server name also carries what continues a dialog at its address', async () => {
    const [{ ours }, peer] = [await setUp(), await opened(openPeer('tls'))];
    const { serverName: _, ...contact } = peer.target;
    const first = await ours.send(requestOf('INVITE'), peer.target);
    expect(await ours.send(requestOf('BYE', { cseq: 2 }), contact)).toBe(first);
    await until(
      () => peer.received,
      ({ length }) => length === 2,
    );
    expect(peer.accepted()).toBe(1);
  });

  it('is one of a bounded number', async () => {
    const { ours } = await setUp({ limits: { outgoing: 2, connectTimeoutMs: 1_000 } });
    const peers = [];
    for (let count = 0; count < 3; count++) peers.push(await opened(openPeer('tcp')));
    const [first, second, third] = peers.map(({ target }) => ours.send(requestOf('OPTIONS'), target));
    await expect(third).rejects.toThrow(TransportConnectError);
    await Promise.all([first, second]);
    peers[0]!.cut();
    await until(
      () => ours.stats().connections,
      (count) => count === 1,
    );
    await ours.send(requestOf('OPTIONS'), peers[2]!.target);
  });

  it('is sent nothing more while its peer does not read', async () => {
    const [{ ours }, peer] = [
      await setUp({ limits: { unreadBytes: 100_000 } }),
      await opened(openStreamPeer('tcp', { reads: false })),
    ];
    const body = 'x'.repeat(60_000);
    const problems: unknown[] = [];
    for (let count = 0; count < 400; count++)
      ours
        .send(requestOf('MESSAGE', { body, cseq: count + 1 }), peer.target)
        .catch((error: unknown) => problems.push(error));
    await until(
      () => problems.length,
      (count) => count > 0,
    );
    expect(problems.every((problem) => problem instanceof TransportConnectError)).toBe(true);
  });

  it('is kept alive while it is quiet, and closed when it carried no message for long', async () => {
    const [{ ours }, peer] = [await setUp({ limits: { keepAliveMs: 20, idleMs: 100 } }), await opened(openPeer('tcp'))];
    await ours.send(requestOf('OPTIONS'), peer.target);
    await until(
      () => peer.text(),
      (text) => text.endsWith('\r\n\r\n\r\n\r\n'),
    );
    await until(
      () => peer.open(),
      (open) => open === 0,
    );
    expect(ours.stats().connections).toBe(0);
  });
});

describe('a peer that connects', () => {
  it('is answered over its connection', async () => {
    const { ours, got } = await setUp();
    const { socket, text } = await connectTo(ours.viaOf('tcp').port);
    const bye = requestOf('BYE', { transport: 'TCP', via: '127.0.0.1:5999' });
    socket.write(writeMessage(bye));
    const [{ message, source } = { message: bye, source: null }] = await until(
      () => got,
      ({ length }) => length === 1,
    );
    expect(source).toEqual({ transport: 'tcp', host: '127.0.0.1', port: socket.localPort });
    await ours.send(answerTo(message as SipRequest, 200), source!);
    await until(text, (sent) => sent.startsWith('SIP/2.0 200'));
  });

  it('gets no response over another connection', async () => {
    const { ours, got } = await setUp();
    const { socket } = await connectTo(ours.viaOf('tcp').port);
    socket.write(writeMessage(requestOf('BYE', { transport: 'TCP' })));
    const [received] = await until(
      () => got,
      ({ length }) => length === 1,
    );
    socket.destroy();
    await until(
      () => ours.stats().connections,
      (count) => count === 0,
    );
    const response = answerTo(received!.message as SipRequest, 200);
    await expect(ours.send(response, received!.source)).rejects.toThrow(TransportConnectError);
  });

  it('gets an answer to its keep-alive', async () => {
    const { ours } = await setUp();
    const { socket, text } = await connectTo(ours.viaOf('tcp').port);
    socket.write('\r\n\r\n');
    await until(text, (sent) => sent === '\r\n');
  });

  it('is disconnected if it sends nothing', async () => {
    const { ours } = await setUp({ limits: { keepAliveMs: 20 } });
    const { socket } = await connectTo(ours.viaOf('tcp').port);
    await closed(socket);
  });

  it('is one of a bounded number', async () => {
    const { ours } = await setUp({ limits: { incoming: 1 } });
    const { port } = ours.viaOf('tcp');
    await connectTo(port);
    await until(
      () => ours.stats().connections,
      (count) => count === 1,
    );
    const { socket } = await connectTo(port);
    await closed(socket);
    expect(ours.stats().connections).toBe(1);
  });

  it('may use TLS if we have a certificate', async () => {
    const { ours, got } = await setUp({ tls: temporalCertificates.server });
    const ca = temporalCertificates.authority;
    const socket = connectTls({ port: ours.viaOf('tls').port, host: '127.0.0.1', servername: 'temporal.test', ca });
    closers.push(() => void socket.destroy());
    await once(socket, 'secureConnect');
    socket.write(writeMessage(requestOf('BYE', { transport: 'TLS' })));
    await until(
      () => got,
      ({ length }) => length === 1,
    );
    expect(got[0]?.source).toMatchObject({ transport: 'tls', port: socket.localPort });
  });
});

describe('the end', () => {
  it('sends what was written before, closes every connection and cuts those that stay open', async () => {
    const { ours } = await setUp({ tls: temporalCertificates.server });
    const peer = await opened(openPeer('tcp'));
    // One that never starts its TLS handshake, and one that never reads nor closes.
    const { socket: silent } = await connectTo(ours.viaOf('tls').port);
    const deaf = await opened(openStreamPeer('tcp', { reads: false }));
    void ours.send(requestOf('MESSAGE', { body: 'x'.repeat(60_000) }), deaf.target).catch(() => undefined);
    await ours.send(requestOf('BYE'), peer.target);
    await ours.close();
    await until(
      () => peer.requests('BYE'),
      ({ length }) => length === 1,
    );
    await closed(silent);
    expect(ours.stats().connections).toBe(0);
    await expect(ours.send(requestOf('BYE'), deaf.target)).rejects.toThrow(TransportConnectError);
  });
});
