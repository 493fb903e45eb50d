import { packets } from 'rtp.js';
import { isRtcp } from '../../../../../../shared/adapters/telephony/sip/rtp/packet';
import { writeRtcp } from '../../../../../../shared/adapters/telephony/sip/rtp/rtcp';
import { until } from '../../../../../support/until';
import { closeAll, describeAt, host, openPeer, openSession, pcmWith } from './media';

afterEach(closeAll);

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

  it('sends and receives reports on one port, if the other side describes that', async () => {
    const session = await openSession();
    const peer = await openPeer();
    session.start(describeAt(peer.port, { rtcpPort: peer.port }));
    peer.send(session.localPort, 1);
    peer.socket.send(writeRtcp({ ssrc: 5, blocks: [] }, 'peer', { isEnd: true }), session.localPort, host);
    peer.socket.send(writeRtcp({ ssrc: 5, blocks: [] }, 'peer'), session.localPort + 1, host);
    // Only reports belong on the second port.
    peer.send(session.localPort + 1, 2);
    await until(
      () => session.stats().dropped,
      (count) => count === 1,
    );
    expect(session.stats().received).toBe(1);
    await session.close();
    await until(
      () => peer.heard.filter(({ datagram, port }) => port === session.localPort && isRtcp(datagram)).length,
      (count) => count === 1,
    );
  });

  it('drops packets of a type that was not agreed on, also from the described source', async () => {
    const session = await openSession();
    const peer = await openPeer();
    session.start(describeAt(peer.port));
    const packet = new packets.RtpPacket();
    packet.setPayloadType(100);
    const view = packet.getView();
    peer.socket.send(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), session.localPort, host);
    await until(
      () => session.stats().dropped,
      (count) => count === 1,
    );
    expect(session.stats().received).toBe(0);
  });

  it('believes reports of the host only that its audio goes to', async () => {
    const [session, other] = [await openSession(), await openSession()];
    const peer = await openPeer();
    session.start(describeAt(peer.port));
    other.start(describeAt(peer.port, { address: '127.0.0.2' }));
    for (const { localPort } of [session, other])
      peer.socket.send(writeRtcp({ ssrc: 5, blocks: [] }, 'peer'), localPort + 1, host);
    await until(
      () => other.stats().dropped,
      (count) => count === 1,
    );
    expect(session.stats().dropped).toBe(0);
  });

  it('sends its reports to where the reports of the other side come from', async () => {
    const session = await openSession();
    const [peer, rtcp] = [await openPeer(), await openPeer()];
    session.start(describeAt(peer.port, { rtcpPort: 9 }));
    rtcp.socket.send(writeRtcp({ ssrc: 5, blocks: [] }, 'peer'), session.localPort + 1, host);
    // The report has been read when this later one was.
    rtcp.socket.send(Buffer.from('no report'), session.localPort + 1, host);
    await until(
      () => session.stats().dropped,
      (count) => count === 1,
    );
    await session.close();
    await until(
      () => rtcp.heard.length,
      (count) => count > 0,
    );
  });
});
