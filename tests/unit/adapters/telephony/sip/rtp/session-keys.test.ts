import { parseRtp, writeRtpHeader } from '../../../../../../shared/adapters/telephony/sip/rtp/packet';
import { createMediaSessions } from '../../../../../../shared/adapters/telephony/sip/rtp/session';
import { createSrtpReceiver, createSrtpSender } from '../../../../../../shared/adapters/telephony/sip/rtp/srtp';
import { until } from '../../../../../support/until';
import { closeAll, closeLater, describeAt, host, openPeer, openSession, pcmWith } from './media';

afterEach(closeAll);

const key = { suite: 'AES_CM_128_HMAC_SHA1_80', key: Buffer.alloc(30) } as const;

describe('a session that encrypts', () => {
  it('needs keys of both sides, or of none', async () => {
    const plain = await openSession();
    expect(() => plain.start(describeAt(9, { srtp: key }))).toThrow('encrypts its audio');
    const secret = await openSession({}, key.suite);
    expect(() => secret.start(describeAt(9))).toThrow('does not encrypt');
    expect(secret.localSrtp!.key).toHaveLength(30);
    expect(plain.localSrtp).toBeUndefined();
  });

  it('drops what the key does not prove, wherever it comes from', async () => {
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

  it('sends nothing that its own key does not open', async () => {
    const session = await openSession({}, key.suite);
    const peer = await openPeer();
    session.start(describeAt(peer.port, { srtp: key }));
    session.write(pcmWith(1), 0);
    await until(
      () => peer.heard.length,
      (count) => count > 0,
    );
    const receiver = createSrtpReceiver(session.localSrtp!);
    const [first] = peer.heard;
    expect(first!.datagram.length).toBe(12 + 160 + 10);
    expect(receiver.unprotect(first!.datagram)).toBeDefined();
  });

  it('goes on with a key that is described again, and takes no packet a second time', async () => {
    const session = await openSession({}, key.suite);
    const peer = await openPeer();
    const buffer = Buffer.alloc(200);
    writeRtpHeader(buffer, { payloadType: 0, marker: true, sequence: 1, timestamp: 0, ssrc: 5 });
    const datagram = buffer.subarray(0, createSrtpSender(key).protect(buffer, 172));
    const remote = describeAt(peer.port, { srtp: { ...key, key: Buffer.from(key.key) } });
    for (const dropped of [0, 1, 2]) {
      session.start(remote);
      peer.socket.send(Uint8Array.from(datagram), session.localPort, host);
      await until(
        () => session.stats(),
        (stats) => stats.received === 1 && stats.dropped === dropped,
      );
    }
  });

  it('may do without if that is optional: with a key in the answer it encrypts, and without one neither side does', async () => {
    const open = () => createMediaSessions({ host, ports: [0, 0] }).open({ srtp: key.suite, srtpOptional: true });
    const [plain, secret] = [closeLater(await open()), closeLater(await open())];
    const peer = await openPeer();
    plain.start(describeAt(peer.port));
    peer.send(plain.localPort, 1);
    await until(
      () => [plain.stats().received, peer.heard.length],
      ([received, heard]) => received === 1 && heard === 1,
    );
    expect(parseRtp(peer.heard[0]!.datagram)!.payload.length).toBe(160);
    secret.start(describeAt(peer.port, { srtp: key }));
    peer.send(secret.localPort, 1);
    await until(
      () => [secret.stats().dropped, peer.heard.length],
      ([dropped, heard]) => dropped === 1 && heard === 2,
    );
    expect(peer.heard[1]!.datagram.length).toBe(12 + 160 + 10);
  });
});
