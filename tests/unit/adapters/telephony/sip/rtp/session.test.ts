import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { packets } from 'rtp.js';
import { mulaw } from '../../../../../../shared/domain/audio/g711';
import { pcmOf } from '../../../../../../shared/domain/audio/pcm';
import { createMediaSessions } from '../../../../../../shared/adapters/telephony/sip/rtp/session';
import type { MediaSession, MediaSessionsOptions } from '../../../../../../shared/adapters/telephony/sip/rtp/types';
import type { MediaDescription, SrtpSuite } from '../../../../../../shared/adapters/telephony/sip/sdp/types';
import { startUdpRelay, type UdpRelay, type UdpRelayOptions } from '../../../../../support/telephony/udp-relay';
import { until } from '../../../../../support/until';
import { createFakeClock, type FakeClock } from '../../fake-clock';

const host = '127.0.0.1';
const open: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const closeLater = <One extends { close: () => unknown }>(one: One): One => {
  open.push(one);
  return one;
};

const describeAt = (port: number, more: Partial<MediaDescription> = {}): MediaDescription => ({
  ...{ address: host, port, codec: 'PCMU', payloadType: 0, telephoneEventType: 101, ptimeMs: 20 },
  ...{ direction: 'sendrecv', ...more },
});
const openSession = async (options: Partial<MediaSessionsOptions> = {}, srtp?: SrtpSuite): Promise<MediaSession> =>
  closeLater(await createMediaSessions({ host, ports: [0, 0], ...options }).open(srtp && { srtp }));
const openRelay = async (options: UdpRelayOptions): Promise<UdpRelay> => closeLater(await startUdpRelay(options));

/** Waits until all datagrams that were sent have arrived. */
const settle = async (clock: FakeClock): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await clock.advance(0);
};
const levelOf = (n: number): number => mulaw.decode(mulaw.encode(Int16Array.of(((n % 30) + 1) * 1_000)))[0]!;
const pcmWith = (n: number): Buffer => pcmOf(new Int16Array(160).fill(levelOf(n)));

/** The other side of a call: a socket that sends packets built by another implementation. */
async function openPeer(ssrc = 5) {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  const heard: { packet: InstanceType<typeof packets.RtpPacket>; port: number }[] = [];
  socket.on('message', (datagram, from) => {
    const packet = new packets.RtpPacket(new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength));
    heard.push({ packet, port: from.port });
  });
  return closeLater({
    socket,
    heard,
    port: socket.address().port,
    /** Sends packet `n` with 20 ms of one level. */
    send: (port: number, n: number) => {
      const packet = new packets.RtpPacket();
      packet.setPayloadType(0);
      packet.setSequenceNumber(n & 0xffff);
      packet.setTimestamp(n * 160);
      packet.setSsrc(ssrc);
      const payload = mulaw.encode(new Int16Array(160).fill(levelOf(n)));
      packet.setPayload(new DataView(payload.buffer, payload.byteOffset, payload.byteLength));
      const view = packet.getView();
      socket.send(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), port, host);
    },
    close: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  });
}

const suites = [undefined, 'AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;

describe('two sessions', () => {
  it.each(suites)('hear each other sample by sample, and each other’s keys (%s)', async (suite) => {
    const clock = createFakeClock();
    const [one, other] = [await openSession({ clock }, suite), await openSession({ clock }, suite)];
    const heard = { one: [] as number[], other: [] as number[] };
    const keys: string[] = [];
    one.onFrame((samples) => heard.one.push(samples[80]!));
    other.onFrame((samples) => heard.other.push(samples[80]!));
    other.onDtmf((digit) => keys.push(digit));
    one.start(describeAt(other.localPort, other.localSrtp && { srtp: other.localSrtp }));
    other.start(describeAt(one.localPort, one.localSrtp && { srtp: one.localSrtp }));
    let pressed: Promise<void> | undefined;
    for (let n = 0; n < 100; n++) {
      if (n === 70) pressed = one.sendDtmf('8', 100);
      one.write(pcmWith(n), n * 20);
      other.write(pcmWith(n + 7), n * 20);
      await settle(clock);
      await clock.advance(20);
    }
    await pressed;
    const expected = Array.from({ length: 60 }, (_, n) => levelOf(n));
    expect(heard.other.slice(heard.other.indexOf(levelOf(0))).slice(0, 60)).toEqual(expected);
    expect(heard.one.slice(heard.one.indexOf(levelOf(7))).slice(0, 60)).toEqual(expected.map((_, n) => levelOf(n + 7)));
    expect(keys).toEqual(['8']);
    expect(one.stats()).toMatchObject({ sent: 100, received: 100, lost: 0, late: 0, dropped: 0 });
  });

  it.each(suites)('hear each other over a network that loses, doubles, reorders and delays (%s)', async (suite) => {
    const [one, other] = [await openSession({}, suite), await openSession({}, suite)];
    const relay = await openRelay({
      server: { port: other.localPort },
      faults: { loss: 0.05, duplication: 0.05, reordering: 0.05, delayMs: 5, jitterMs: 20 },
      seed: 7,
    });
    const keys: string[] = [];
    other.onDtmf((digit) => keys.push(digit));
    one.start(describeAt(relay.port, other.localSrtp && { srtp: other.localSrtp }));
    other.start(describeAt(relay.serverSidePort, one.localSrtp && { srtp: one.localSrtp }));
    let n = 0;
    const playout = setInterval(() => one.write(pcmWith(n), n++ * 20), 20);
    try {
      for (const digit of ['1', '1', '2'] as const) await one.sendDtmf(digit, 60);
      await until(
        () => other.stats().received,
        (count) => count > 60,
      );
    } finally {
      clearInterval(playout);
    }
    expect(keys).toEqual(['1', '1', '2']);
    const { received, duplicates, lost } = other.stats();
    const { counts } = relay;
    expect(received + duplicates).toBeLessThanOrEqual(counts.arrived - counts.lost + counts.duplicated);
    expect(lost).toBeLessThanOrEqual(counts.lost + counts.reordered);
  });

  it('report to each other what they miss and how far they are', async () => {
    const clock = createFakeClock();
    const [one, other] = [await openSession({ clock }), await openSession({ clock })];
    let n = 0;
    const isLost = ({ datagram }: { datagram: Buffer }): boolean => datagram[1] === 0 && n++ % 4 === 0;
    const relay = await openRelay({ server: { port: other.localPort }, inspect: (passage) => !isLost(passage) });
    one.start(describeAt(relay.port, { rtcpPort: other.localPort + 1 }));
    other.start(describeAt(relay.serverSidePort, { rtcpPort: one.localPort + 1 }));
    for (let at = 0; at < 20_000; at += 20) {
      one.write(pcmWith(at / 20), at);
      await settle(clock);
      await clock.advance(20);
    }
    const { lostByPeer, roundTripMs, jitterMs } = { jitterMs: other.stats().jitterMs, ...one.stats() };
    expect(lostByPeer).toBeCloseTo(0.25, 1);
    expect(roundTripMs).toBeLessThan(40);
    expect(jitterMs).toBeLessThan(20);
  });
});

describe('a session', () => {
  it('sends to where the audio comes from, behind a NAT, and hears no stranger afterwards', async () => {
    const session = await openSession();
    const [peer, stranger] = [await openPeer(5), await openPeer(6)];
    // The description names a port that is not that of the NAT.
    session.start(describeAt(9));
    for (let n = 0; n < 5; n++) peer.send(session.localPort, n);
    await until(
      () => session.stats().received,
      (count) => count === 3,
    );
    for (let n = 0; n < 50; n++) stranger.send(session.localPort, n);
    await until(
      () => session.stats().dropped,
      (count) => count === 2 + 50,
    );
    session.write(pcmWith(1), 0);
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    expect(peer.heard[0]!.port).toBe(session.localPort);
    expect(stranger.heard).toEqual([]);
    expect(session.stats().received).toBe(3);
  });

  it('opens a NAT before the other side has sent, and before the answer', async () => {
    const session = await openSession();
    const peer = await openPeer();
    session.start(describeAt(peer.port), 'early');
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    expect(peer.heard[0]!.packet.getMarker()).toBe(true);
  });

  it('begins another stream once if the other side has its number by chance, and ends the first', async () => {
    const session = await openSession();
    const peer = await openPeer();
    const rtcp = await openPeer();
    session.start(describeAt(peer.port, { rtcpPort: rtcp.port }));
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    const ssrc = peer.heard[0]!.packet.getSsrc();
    const twin = { ...peer, n: 1 };
    const packet = new packets.RtpPacket();
    packet.setSsrc(ssrc);
    packet.setTimestamp(123);
    packet.setPayload(new DataView(new ArrayBuffer(160)));
    const view = packet.getView();
    twin.socket.send(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), session.localPort, host);
    await until(
      () => session.stats().received,
      (count) => count === 1,
    );
    session.write(pcmWith(1), 0);
    await until(
      () => peer.heard.at(-1)!.packet.getSsrc(),
      (last) => last !== ssrc,
    );
    await until(
      () => rtcp.heard.length,
      (count) => count > 0,
    );
  });

  it('takes the echo of its own packets for audio', async () => {
    const session = await openSession();
    const peer = await openPeer();
    peer.socket.on('message', (datagram, { port }) => peer.socket.send(datagram, port, host));
    session.start(describeAt(peer.port));
    for (let n = 0; n < 10; n++) session.write(pcmWith(n), n * 20);
    await until(
      () => session.stats().received,
      (count) => count >= 10,
    );
    expect(new Set(peer.heard.map(({ packet }) => packet.getSsrc())).size).toBe(1);
  });

  it('does not send while the other side holds the call, and does not call that a loss', async () => {
    const clock = createFakeClock();
    const session = await openSession({ clock });
    const peer = await openPeer();
    let losses = 0;
    session.onLost(() => losses++);
    for (const held of [
      { direction: 'sendonly' },
      { direction: 'inactive' },
      { direction: 'sendrecv', address: '0.0.0.0' },
    ] as const) {
      session.start(describeAt(peer.port, held));
      session.write(pcmWith(1), 0);
      await session.sendDtmf('1', 100);
      await clock.advance(100_000);
    }
    expect([losses, session.stats().sent]).toEqual([0, 0]);
    session.start(describeAt(peer.port));
    await clock.advance(30_040);
    expect(losses).toBe(1);
    await clock.advance(100_000);
    expect(losses).toBe(1);
  });

  it('waits for audio as long as it rings', async () => {
    const clock = createFakeClock();
    const session = await openSession({ clock });
    let losses = 0;
    session.onLost(() => losses++);
    session.start(describeAt(9), 'early');
    await clock.advance(120_000);
    expect(losses).toBe(0);
    session.start(describeAt(9));
    await clock.advance(29_900);
    expect(losses).toBe(0);
    await clock.advance(200);
    expect(losses).toBe(1);
  });

  it('hears the audio before the answer, and the one after it from another address', async () => {
    const session = await openSession();
    const levels = new Set<number>();
    session.onFrame((samples) => levels.add(samples[80]!));
    const [early, late] = [await openPeer(5), await openPeer(6)];
    session.start(describeAt(early.port), 'early');
    early.send(session.localPort, 1);
    await until(() => levels.has(levelOf(1)), Boolean);
    session.start(describeAt(late.port));
    late.send(session.localPort, 2);
    await until(() => levels.has(levelOf(2)), Boolean);
    // What the first address still sends is dropped.
    const before = session.stats().received;
    for (let n = 3; n < 20; n++) early.send(session.localPort, n);
    await until(
      () => session.stats().dropped,
      (count) => count >= 17,
    );
    expect(session.stats().received).toBe(before);
  });

  it('needs keys of both sides, or of none', async () => {
    const plain = await openSession();
    const key = { suite: 'AES_CM_128_HMAC_SHA1_80', key: Buffer.alloc(30) } as const;
    expect(() => plain.start(describeAt(9, { srtp: key }))).toThrow('encrypts its audio');
    const secret = await openSession({}, key.suite);
    expect(() => secret.start(describeAt(9))).toThrow('does not encrypt');
    expect(secret.localSrtp!.key).toHaveLength(30);
    expect(plain.localSrtp).toBeUndefined();
  });

  it('drops what the key does not prove, wherever it comes from', async () => {
    const key = { suite: 'AES_CM_128_HMAC_SHA1_80', key: Buffer.alloc(30) } as const;
    const session = await openSession({}, key.suite);
    const peer = await openPeer();
    session.start(describeAt(peer.port, { srtp: key }));
    for (let n = 0; n < 20; n++) peer.send(session.localPort, n);
    await until(
      () => session.stats().dropped,
      (count) => count === 20,
    );
    expect(session.stats().received).toBe(0);
  });

  it('drops what is no RTP, and goes on', async () => {
    const session = await openSession();
    const peer = await openPeer();
    session.start(describeAt(peer.port));
    const garbage = [
      Buffer.alloc(0),
      Buffer.of(0x80),
      Buffer.alloc(40, 0xff),
      Buffer.of(0x80, 200, 0, 1),
      Buffer.from('hello, RTP'),
    ];
    for (const datagram of garbage) peer.socket.send(datagram, session.localPort, host);
    peer.send(session.localPort, 1);
    await until(
      () => session.stats().received,
      (count) => count === 1,
    );
    expect(session.stats().dropped).toBe(garbage.length);
  });

  it('looks up a name', async () => {
    const session = await openSession();
    const peer = await openPeer();
    session.start(describeAt(peer.port, { address: 'localhost' }));
    await until(
      () => {
        session.write(pcmWith(1), 0);
        return peer.heard.length;
      },
      (count) => count > 0,
    );
  });

  it('ends with a goodbye, frees its ports and its timer, drops its keys, and may be closed again', async () => {
    const clock = createFakeClock();
    const [session, peer] = [await openSession({ clock }), await openPeer()];
    session.start(describeAt(peer.port, { rtcpPort: peer.port }));
    const pressed = session.sendDtmf('1', 100);
    await Promise.all([session.close(), session.close()]);
    await pressed;
    session.write(pcmWith(1), 0);
    session.start(describeAt(peer.port));
    await clock.advance(1_000);
    expect(clock.pending()).toBe(0);
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    const socket = closeLater(createSocket('udp4'));
    socket.bind(session.localPort, host);
    await once(socket, 'listening');
  });
});
