import { createSocket } from 'node:dgram';
import fc from 'fast-check';
import { headersOf, parseVia } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import type { SipMessage, SipRequest } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { createTransports } from '../../../../../../shared/adapters/telephony/sip/transport/transports';
import {
  TransportConnectError,
  type Target,
  type TransportKind,
} from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { answerTo, openPeer, openStreamPeer, openUdpPeer, peerName, requestOf, type Peer } from './peer';
import { closeAll, closeLater, opened, openOurs } from './set-up';

afterEach(closeAll);

const firstRequest = ({ received }: Peer) => until(() => received[0], Boolean);
const long = { headers: { Subject: 'x'.repeat(1_300) } };
const topVia = (message: SipMessage) => parseVia(headersOf(message, 'Via')[0] ?? '');

describe('a message', () => {
  it.each<TransportKind>(['udp', 'tcp', 'tls'])(
    'goes to its target over %s, and the response comes back',
    async (kind) => {
      const [ours, peer] = [await openOurs(), await opened(openPeer(kind))];
      expect(await ours.send(requestOf('OPTIONS'), peer.target)).toEqual(peer.target);
      const received = await firstRequest(peer);
      expect(topVia(received!.message)).toMatchObject({ transport: kind.toUpperCase() });
      expect('rport' in topVia(received!.message).params).toBe(kind === 'udp');
      received!.answer(answerTo(received!.message as SipRequest, 200));
      const [response] = await until(
        () => ours.got,
        ({ length }) => length === 1,
      );
      expect(response).toMatchObject({ message: { kind: 'response', status: 200 }, source: peer.target });
      expect(ours.stats()).toMatchObject({ sent: 1, received: 1, malformed: 0, connections: kind === 'udp' ? 0 : 1 });
    },
  );

  it('leaves from the port that its Via names over UDP', async () => {
    const [ours, peer] = [await openOurs(), await opened(openUdpPeer())];
    await ours.send(requestOf('OPTIONS'), peer.target);
    expect((await firstRequest(peer))?.port).toBe(ours.viaOf('udp').port);
  });

  it('of more than 1,300 bytes goes over TCP', async () => {
    const [ours, udp] = [await openOurs(), await opened(openUdpPeer())];
    const tcp = await opened(openStreamPeer('tcp', { port: udp.target.port }));
    expect(await ours.send(requestOf('INVITE', long), udp.target)).toEqual(tcp.target);
    const received = await firstRequest(tcp);
    expect(topVia(received!.message)).toMatchObject({ transport: 'TCP' });
    expect(udp.received).toHaveLength(0);
  });

  it('of more than 1,300 bytes goes over UDP to a target that accepts no connection', async () => {
    const [ours, udp] = [await openOurs(), await opened(openUdpPeer())];
    expect(await ours.send(requestOf('INVITE', long), udp.target)).toBe(udp.target);
    // The target is asked again later only.
    const tcp = await opened(openStreamPeer('tcp', { port: udp.target.port }));
    await ours.send(requestOf('INVITE', long), udp.target);
    await until(
      () => udp.received,
      ({ length }) => length === 2,
    );
    expect(tcp.accepted()).toBe(0);
  });

  it('that is a response goes over UDP, however long it is', async () => {
    const [ours, udp] = [await openOurs(), await opened(openUdpPeer())];
    const tcp = await opened(openStreamPeer('tcp', { port: udp.target.port }));
    const response = { ...answerTo(requestOf('INVITE'), 200), body: Buffer.alloc(2_000, 'x') };
    expect(await ours.send(response, udp.target)).toBe(udp.target);
    expect((await firstRequest(udp))?.message.body).toHaveLength(2_000);
    expect(tcp.accepted()).toBe(0);
  });

  it('was surely not sent if the system refuses the datagram', async () => {
    const ours = await openOurs();
    const target: Target = { transport: 'udp', host: '127.0.0.1', port: 0 };
    await expect(ours.send(requestOf('OPTIONS'), target)).rejects.toThrow(TransportConnectError);
    await expect(ours.send(requestOf('OPTIONS'), { ...target, host: '::1', port: 5060 })).rejects.toThrow(
      TransportConnectError,
    );
  });
});

describe('a request of a peer', () => {
  it.each([
    ['has the address and port that it came from, if it asks for the port', ';rport', true],
    ['is answered to the port of its Via otherwise', '', false],
  ])('%s', async (_, rport, asks) => {
    const [ours, peer] = [await openOurs(), await opened(openUdpPeer())];
    const stranger = createSocket('udp4');
    closeLater(() => new Promise<void>((resolve) => stranger.close(() => resolve())));
    const request = requestOf('BYE', { via: `peer.example.com:${peer.target.port}` });
    request.headers[0]!.value += rport;
    const bytes = `BYE sip:us@127.0.0.1 SIP/2.0\r\n${request.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')}\r\n`;
    stranger.send(bytes, ours.viaOf('udp').port, '127.0.0.1');
    const [got] = await until(
      () => ours.got,
      ({ length }) => length === 1,
    );
    const { params } = topVia(got!.message);
    expect(params).toMatchObject({ received: '127.0.0.1' });
    expect(params['rport']).toBe(asks ? String(stranger.address().port) : undefined);
    expect(got!.source).toEqual({ transport: 'udp', host: '127.0.0.1', port: stranger.address().port });
  });
});

describe('malformed input', () => {
  it('is dropped and counted, and what follows is received', async () => {
    const [ours, peer] = [await openOurs(), await opened(openUdpPeer())];
    await ours.send(requestOf('OPTIONS'), peer.target);
    const { answer } = (await firstRequest(peer))!;
    const valid = answerTo(requestOf('OPTIONS'), 200);
    const garbage = fc.sample(fc.uint8Array({ maxLength: 400 }), 200);
    for (const bytes of garbage) answer(Buffer.from([...bytes, 0x21]));
    answer('\r\n\r\n');
    answer('SIP/2.0 200 OK\r\n\r\n');
    answer(valid);
    await until(
      () => ours.stats(),
      ({ received }) => received === 1,
    );
    expect(ours.stats().malformed).toBe(garbage.length + 1);
  });

  it('closes the connection that carried it, and no other', async () => {
    const [ours, broken, peer] = [await openOurs(), await opened(openPeer('tcp')), await opened(openPeer('tcp'))];
    await ours.send(requestOf('OPTIONS'), peer.target);
    const { answer } = (await firstRequest(peer))!;
    await ours.send(requestOf('OPTIONS'), broken.target);
    (await firstRequest(broken))!.answer('GET / HTTP/1.1\r\n\r\n');
    await until(
      () => broken.open(),
      (open) => open === 0,
    );
    answer(answerTo(requestOf('OPTIONS'), 200));
    await until(
      () => ours.got,
      ({ length }) => length === 1,
    );
    expect(ours.stats()).toMatchObject({ malformed: 1, connections: 1 });
  });

  it('does not reach other listeners through one that throws', async () => {
    const [ours, peer] = [await openOurs(), await opened(openUdpPeer())];
    ours.onMessage(() => {
      throw new Error('a listener failed');
    });
    let heard = 0;
    ours.onMessage(() => heard++);
    await ours.send(requestOf('OPTIONS'), peer.target);
    (await firstRequest(peer))!.answer(answerTo(requestOf('OPTIONS'), 200));
    await until(
      () => heard,
      (count) => count === 1,
    );
  });
});

describe('the address', () => {
  it('in Via is ours, or the one that is advertised', async () => {
    const ours = await openOurs();
    expect(ours.viaOf('udp')).toEqual({ host: '127.0.0.1', port: ours.viaOf('tcp').port });
    const advertise = { host: 'calls.example.com', port: 5080, tlsPort: 5081 };
    const behindNat = await openOurs({ host: '0.0.0.0', advertise });
    expect(behindNat.viaOf('tcp')).toEqual({ host: 'calls.example.com', port: 5080 });
    expect(behindNat.viaOf('tls')).toEqual({ host: 'calls.example.com', port: 5081 });
  });

  it('must be one that peers can reach', async () => {
    await expect(createTransports({ host: '0.0.0.0', port: 0 })).rejects.toThrow(RangeError);
    await expect(createTransports({ host: 'localhost', port: 0 })).rejects.toThrow(RangeError);
  });

  it('is free again after the end', async () => {
    const ours = await openOurs();
    const { port } = ours.viaOf('udp');
    await expect(createTransports({ host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
    await ours.close();
    await openOurs({ port });
  });

  it('is one of TLS for a peer with the right certificate only', async () => {
    const [ours, peer] = [await openOurs(), await opened(openPeer('tls'))];
    const refused = { ...peer.target, serverName: 'other.example.com' };
    const { serverName: _, ...unnamed } = peer.target;
    await expect(ours.send(requestOf('INVITE'), refused)).rejects.toThrow(TransportConnectError);
    await expect(ours.send(requestOf('INVITE'), unnamed)).rejects.toThrow(TransportConnectError);
    await ours.send(requestOf('OPTIONS'), peer.target);
    await expect(ours.send(requestOf('INVITE'), refused)).rejects.toThrow(TransportConnectError);
    const withoutAuthority = await openOurs({ tls: {} });
    await expect(withoutAuthority.send(requestOf('INVITE'), peer.target)).rejects.toThrow(TransportConnectError);
    const lenient = await openOurs({ tls: { rejectUnauthorized: false } });
    await lenient.send(requestOf('OPTIONS'), unnamed);
    await until(
      () => peer.requests('OPTIONS'),
      ({ length }) => length === 2,
    );
    expect(peer.requests('INVITE')).toEqual([]);
    expect(peerName).not.toBe(refused.serverName);
  });
});
