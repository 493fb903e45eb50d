import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { packets } from 'rtp.js';
import { parseRtcp } from '../../../../../../shared/adapters/telephony/sip/rtp/rtcp';
import { until } from '../../../../../support/until';
import { createFakeClock } from '../../fake-clock';
import { closeAll, closeLater, describeAt, host, levelOf, openPeer, openSession, pcmWith } from './media';

afterEach(closeAll);

describe('a session', () => {
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
    const [peer, rtcp] = [await openPeer(), await openPeer()];
    session.start(describeAt(peer.port, { rtcpPort: rtcp.port }));
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    const ssrc = peer.heard[0]!.packet.getSsrc();
    const packet = new packets.RtpPacket();
    packet.setSsrc(ssrc);
    packet.setTimestamp(123);
    packet.setPayload(new DataView(new ArrayBuffer(160)));
    const view = packet.getView();
    peer.socket.send(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), session.localPort, host);
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
    expect(parseRtcp(rtcp.heard[0]!.datagram)!.ended).toEqual([ssrc]);
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
    session.write(pcmWith(10), 200);
    await until(
      () => session.stats().received,
      (count) => count >= 11,
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
