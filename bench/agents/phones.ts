/**
 * The other side of all calls over SIP, in a process of its own, which `bench/agents.ts` forks: a trunk that answers, and a phone
 * for each call. It also receives the packets of the control, and measures both in the same way.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { frameMs, telephoneRate } from '../../shared/domain/audio/format';
import { mulaw } from '../../shared/domain/audio/g711';
import { concat, sine } from '../../tests/support/audio-clips';
import { sdp, startTestUas, type UasCall } from '../../tests/support/telephony/test-uas';
import { createLateness } from './lateness';
import { createPacketStream, type PacketStream } from './packet-stream';

const ringMs = Number(process.argv[2]);
const payload = Buffer.from(mulaw.encode(concat([sine(400, frameMs)], telephoneRate)));
const samplesInFrame = (telephoneRate * frameMs) / 1_000;
const samplesPerMs = telephoneRate / 1_000;
const rtpHeaderBytes = 12;

/** A phone that was answered. */
interface Phone {
  stream: PacketStream;
  /** Between the INVITE and our answer, and between our answer and the first packet, in ms. */
  answeredAfterMs: number;
  heardAfterMs?: number;
}

const lateness = createLateness();
const controlLateness = createLateness();
const phones = new Map<string, Phone>();

async function openSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) });
  const bound = once(socket, 'listening');
  socket.bind(0, '127.0.0.1');
  await bound;
  return socket;
}

/** Sends a tone until the call is over. Phones begin independently of each other, and of the frames that they receive. */
function speak(socket: Socket, port: number, isOpen: () => boolean): void {
  const beganMs = performance.now();
  let sent = 0;
  const pump = (): void => {
    if (!isOpen()) return void socket.close();
    const elapsedMs = performance.now() - beganMs;
    for (; sent * frameMs <= elapsedMs; sent++) {
      const packet = Buffer.alloc(rtpHeaderBytes + payload.length);
      packet.writeUInt16BE(sent === 0 ? 0x8080 : 0x8000, 0);
      packet.writeUInt16BE(sent & 0xffff, 2);
      packet.writeUInt32BE(sent * samplesInFrame, 4);
      packet.writeUInt32BE(7, 8);
      payload.copy(packet, rtpHeaderBytes);
      socket.send(packet, port, '127.0.0.1');
    }
    setTimeout(pump, Math.ceil(sent * frameMs - elapsedMs));
  };
  pump();
}

async function answer(call: UasCall): Promise<void> {
  const invitedMs = performance.now();
  const socket = await openSocket();
  const stream = createPacketStream(samplesPerMs, (lateMs) => lateness.add(lateMs));
  call.reply(180);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ringMs - (performance.now() - invitedMs))));
  const remotePort = Number(/^m=audio (\d+)/m.exec(call.invite.body.toString())?.[1]);
  const answeredMs = performance.now();
  const phone: Phone = { stream, answeredAfterMs: answeredMs - invitedMs };
  phones.set(call.callId, phone);
  socket.on('message', (packet) => {
    if ((packet[1]! & 0x7f) !== 0) return;
    const nowMs = performance.now();
    phone.heardAfterMs ??= nowMs - answeredMs;
    stream.receive(packet.readUInt16BE(2), packet.readUInt32BE(4), nowMs);
  });
  let isOpen = true;
  call.onRequest = (request, respond) => {
    respond(200);
    if (request.method === 'BYE') isOpen = false;
  };
  call.reply(200, { body: sdp(socket.address().port) });
  speak(socket, remotePort, () => isOpen);
}

async function openControl(): Promise<number> {
  const streams = new Map<number, PacketStream>();
  const socket = await openSocket();
  socket.on('message', (packet) => {
    const id = packet.readUInt32BE(8);
    const stream = streams.get(id) ?? createPacketStream(1 / frameMs, (lateMs) => controlLateness.add(lateMs));
    streams.set(id, stream);
    const frame = packet.readUInt32BE(4);
    stream.receive(frame & 0xffff, frame, performance.now());
  });
  return socket.address().port;
}

const report = () => ({
  lateness: lateness.report(),
  controlLateness: controlLateness.report(),
  lost: [...phones.values()].reduce((sum, { stream }) => sum + stream.lost(), 0),
  calls: [...phones].map(([callId, { answeredAfterMs, heardAfterMs }]) => ({
    ...{ callId, answeredAfterMs, heardAfterMs },
  })),
});

process.on('message', (command) => {
  if (command === 'report') process.send?.({ phones: report() });
  if (command !== 'reset') return;
  lateness.reset();
  controlLateness.reset();
});
process.on('disconnect', () => process.exit());

async function main(): Promise<void> {
  const uas = await startTestUas((call) => void answer(call));
  process.send?.({ ports: { sip: uas.port, control: await openControl() } });
}

void main();
