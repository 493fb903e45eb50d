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
    const ours = await openOurs({ limits: { keepAliveMs: 20 } });
    const { socket } = await connectTo(ours.viaOf('tcp').port);
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
