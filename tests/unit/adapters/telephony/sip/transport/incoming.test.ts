import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SipRequest } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { writeMessage } from '../../../../../../shared/adapters/telephony/sip/message/write';
import { TransportConnectError } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { temporalCertificates } from '../../../../../support/temporal-certificates';
import { until } from '../../../../../support/until';
import { answerTo, openPeer, openStreamPeer, requestOf } from './peer';
import { closeAll, closeLater, opened, openOurs } from './set-up';

afterEach(closeAll);

async function connectTo(port: number): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  closeLater(() => socket.destroy());
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await once(socket, 'connect');
  return { socket, text: () => text };
}

const closed = (socket: Socket) => until(() => socket.closed, Boolean);

describe('a peer that connects', () => {
  it('is answered over its connection', async () => {
    const ours = await openOurs();
    const { socket, text } = await connectTo(ours.viaOf('tcp').port);
    const bye = requestOf('BYE', { transport: 'TCP', via: '127.0.0.1:5999' });
    socket.write(writeMessage(bye));
    const [{ message, source } = { message: bye, source: null }] = await until(
      () => ours.got,
      ({ length }) => length === 1,
    );
    expect(source).toEqual({ transport: 'tcp', host: '127.0.0.1', port: socket.localPort });
    await ours.send(answerTo(message as SipRequest, 200), source!);
    await until(text, (sent) => sent.startsWith('SIP/2.0 200'));
  });

  it('gets no response over another connection', async () => {
    const ours = await openOurs();
    const { socket } = await connectTo(ours.viaOf('tcp').port);
    socket.write(writeMessage(requestOf('BYE', { transport: 'TCP' })));
    const [received] = await until(
      () => ours.got,
      ({ length }) => length === 1,
    );
    socket.destroy();
    await until(
      () => ours.stats().connections,
      (count) => count === 0,
    );
    const other = await opened(openPeer('tcp'));
    const response = answerTo(received!.message as SipRequest, 200);
    await expect(ours.send(response, received!.source)).rejects.toThrow(TransportConnectError);
    await expect(ours.send(response, other.target)).rejects.toThrow(TransportConnectError);
    expect(other.accepted()).toBe(0);
  });

  it('gets an answer to its keep-alive', async () => {
    const ours = await openOurs();
    const { socket, text } = await connectTo(ours.viaOf('tcp').port);
    socket.write('\r\n\r\n');
    await until(text, (sent) => sent === '\r\n');
  });

  it('is disconnected if it sends nothing', async () => {
    const ours = await openOurs({ limits: { firstMessageMs: 20 } });
    const { socket } = await connectTo(ours.viaOf('tcp').port);
    await closed(socket);
  });

  it('is disconnected also if it sends a message byte by byte, or only line breaks', async () => {
    const ours = await openOurs({ limits: { firstMessageMs: 200 } });
    for (const bytes of ['B', '\r\n\r\n']) {
      const { socket } = await connectTo(ours.viaOf('tcp').port);
      socket.on('error', () => undefined);
      const drip = setInterval(() => socket.writable && socket.write(bytes), 20);
      closeLater(() => clearInterval(drip));
      await closed(socket);
      clearInterval(drip);
    }
    expect(ours.got).toEqual([]);
  });

  it('is disconnected when it is idle after its message, sooner than a peer', async () => {
    const ours = await openOurs({ limits: { keepAliveMs: 50, strangerIdleMs: 200 } });
    const { socket, text } = await connectTo(ours.viaOf('tcp').port);
    socket.write(writeMessage(requestOf('BYE', { transport: 'TCP' })));
    // A keep-alive, and then the end, long before that of a connection without a message.
    await until(text, (sent) => sent.includes('\r\n\r\n'));
    await closed(socket);
  });

  it('is one of a bounded number', async () => {
    const ours = await openOurs({ limits: { incoming: 1 } });
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

  it('is one of few of its address, and a peer gets in however many strangers there are', async () => {
    const ours = await openOurs({
      limits: { incoming: 3, incomingPerAddress: 2 },
      isPeer: (address) => address === '127.0.0.3',
    });
    const { port } = ours.viaOf('tcp');
    const connectFrom = async (localAddress: string, { stays }: { stays: boolean }): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      closeLater(() => socket.destroy());
      if (stays) {
        socket.write('\r\n\r\n');
        await once(socket, 'data');
      } else await closed(socket);
      return socket;
    };
    await connectFrom('127.0.0.2', { stays: true });
    const second = await connectFrom('127.0.0.2', { stays: true });
    await connectFrom('127.0.0.2', { stays: false });
    await connectFrom('127.0.0.4', { stays: true });
    await connectFrom('127.0.0.5', { stays: false });
    // A configured peer, and one that gets requests of ours.
    for (let count = 0; count < 3; count++) await connectFrom('127.0.0.3', { stays: true });
    await connectFrom('127.0.0.3', { stays: false });
    second.destroy();
    await until(
      () => ours.stats().connections,
      (count) => count === 5,
    );
    await connectFrom('127.0.0.5', { stays: true });
  });

  it('is no stranger once it got a request of ours', async () => {
    const ours = await openOurs({ limits: { incoming: 1 } });
    const { port } = ours.viaOf('tcp');
    const { socket: stranger } = await connectTo(port);
    const peer = await opened(openPeer('udp'));
    await ours.send(requestOf('OPTIONS'), peer.target);
    const { socket, text } = await connectTo(port);
    socket.write('\r\n\r\n');
    await until(text, (sent) => sent === '\r\n');
    expect([stranger.closed, ours.stats().connections]).toEqual([false, 2]);
  });

  it('may use TLS if we have a certificate', async () => {
    const ours = await openOurs({ tls: temporalCertificates.server });
    const ca = temporalCertificates.authority;
    const socket = connectTls({ port: ours.viaOf('tls').port, host: '127.0.0.1', servername: 'temporal.test', ca });
    closeLater(() => socket.destroy());
    await once(socket, 'secureConnect');
    socket.write(writeMessage(requestOf('BYE', { transport: 'TLS' })));
    await until(
      () => ours.got,
      ({ length }) => length === 1,
    );
    expect(ours.got[0]?.source).toMatchObject({ transport: 'tls', port: socket.localPort });
  });
});

describe('the end', () => {
  it('sends what was written before, closes every connection and cuts those that stay open', async () => {
    const ours = await openOurs({ tls: temporalCertificates.server });
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
