import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { packets } from 'rtp.js';
import { mulaw } from '../../../../../../shared/domain/audio/g711';
import { pcmOf } from '../../../../../../shared/domain/audio/pcm';
import { createMediaSessions } from '../../../../../../shared/adapters/telephony/sip/rtp/session';
import type { MediaSession, MediaSessionsOptions } from '../../../../../../shared/adapters/telephony/sip/rtp/types';
import type { MediaDescription, SrtpSuite } from '../../../../../../shared/adapters/telephony/sip/sdp/types';
import { startUdpRelay, type UdpRelay, type UdpRelayOptions } from '../../../../../support/telephony/udp-relay';
import type { FakeClock } from '../../fake-clock';

export const host = '127.0.0.1';
const open: { close: () => unknown }[] = [];
/** Closes what the tests of a file opened. */
export const closeAll = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((one) => one.close()));
};
export const closeLater = <One extends { close: () => unknown }>(one: One): One => {
  open.push(one);
  return one;
};

export const describeAt = (port: number, more: Partial<MediaDescription> = {}): MediaDescription => ({
  ...{ address: host, port, codec: 'PCMU', payloadType: 0, telephoneEventType: 101, ptimeMs: 20 },
  ...{ direction: 'sendrecv', ...more },
});
export const openSession = async (
  options: Partial<MediaSessionsOptions> = {},
  srtp?: SrtpSuite,
): Promise<MediaSession> =>
  closeLater(await createMediaSessions({ host, ports: [0, 0], ...options }).open(srtp && { srtp }));
export const openRelay = async (options: UdpRelayOptions): Promise<UdpRelay> =>
  closeLater(await startUdpRelay(options));

/** Waits until all datagrams that were sent have arrived. */
export const settle = async (clock: FakeClock): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await clock.advance(0);
};
export const levelOf = (n: number): number => mulaw.decode(mulaw.encode(Int16Array.of(((n % 30) + 1) * 1_000)))[0]!;
export const pcmWith = (n: number): Buffer => pcmOf(new Int16Array(160).fill(levelOf(n)));

/** The other side of a call: a socket that sends packets built by another implementation. */
export async function openPeer(ssrc = 5) {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  const heard: { packet: InstanceType<typeof packets.RtpPacket>; datagram: Buffer; port: number }[] = [];
  socket.on('message', (datagram, from) => {
    const packet = new packets.RtpPacket(new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength));
    heard.push({ packet, datagram, port: from.port });
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
