import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import pino from 'pino';
import type { MediaStats } from '../../../shared/adapters/telephony/sip/rtp/types';
import { mulaw } from '../../../shared/domain/audio/g711';
import { samplesOf } from '../../../shared/domain/audio/pcm';
import { synthesizeTone } from '../../../shared/domain/audio/tones';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { openRtpPhone } from '../../support/peers/rtp-phone';
import { answers } from '../../support/peers/sip-scenarios';
import { startSipp } from '../../support/peers/sipp';
import { audioAt } from '../../support/peers/sipp-scenario';
import { seededRandom, startUdpRelay } from '../../support/telephony/udp-relay';
import { burstToleranceMs, concealedFrames, silentFrames } from '../../support/sizes';
import { until } from '../../support/until';
import { openLine, requestTo } from './line';

const frameMs = 20;
const [periodMs, burstMs] = [500, 100];
const talkMs = 4_000;
/** The jitter buffer finds its delay at the beginning, and shortens or lengthens a pause then. */
const settledMs = 1_000;
const faults = { jitterMs: 60, reordering: 0.05 };
/** One packet in so many is lost, at a random place among them: so each call of a few seconds loses some. */
const lossEvery = 20;

/** A loud burst each half second, and a quiet tone between: what is missing is silent, and what is late shows in the bursts. */
const speech = mulaw.encode(
  Int16Array.from([
    ...synthesizeTone({ hertz: [700], onMs: Infinity, offMs: 0, dbm0: -6 }, 8_000, burstMs),
    ...synthesizeTone({ hertz: [300], onMs: Infinity, offMs: 0, dbm0: -26 }, 8_000, periodMs - burstMs),
  ]),
);

const loudest = (pcm: Buffer): number => samplesOf(pcm).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** What the reports of RFC 3550 section 6.4 say of the packets of the phone: the last of them. */
interface ReportedLoss {
  packets: number;
  jitterMs: number;
  isLast: boolean;
}

async function openReportSocket() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const reports: ReportedLoss[] = [];
  socket.on('message', (datagram) => {
    const block = datagram[1] === 200 ? 28 : 8;
    if ((datagram[0]! & 0x1f) === 0) return;
    reports.push({
      packets: datagram.readIntBE(block + 5, 3),
      jitterMs: datagram.readUInt32BE(block + 12) / 8,
      isLast: datagram.includes(Buffer.from([0x81, 203])),
    });
  });
  return { port: socket.address().port, reports, close: () => socket.close() };
}

describe('a call over a network that loses, delays and reorders', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  it('is recorded in time, with its gaps filled, and reports what was lost', async () => {
    if (sipp === undefined) return;
    const phone = await openRtpPhone({ says: speech });
    const random = seededRandom(21);
    const [arrived, lost, loses] = [
      { out: 0, back: 0 },
      { out: 0, back: 0 },
      { out: 0, back: 0 },
    ];
    const network = await startUdpRelay({
      server: { port: phone.port },
      faults,
      inspect: ({ direction }) => {
        const place = arrived[direction]++ % lossEvery;
        if (place === 0) loses[direction] = Math.floor(random() * lossEvery);
        const passes = place !== loses[direction];
        if (!passes) lost[direction]++;
        return passes;
      },
    });
    const rtcp = await openReportSocket();
    const steps = answers(`${audioAt(network.port)}\na=rtcp:${rtcp.port}`);
    const peer = await startSipp(sipp, { name: 'poor network', steps });
    const logged: { msg: string; audio?: MediaStats }[] = [];
    const write = (text: string): void => void logged.push(JSON.parse(text) as (typeof logged)[number]);
    const line = await openLine({ port: peer.port, logger: pino({ level: 'info' }, { write }) });
    try {
      const leg = await line.provider.dial(requestTo('+358401234567'));
      const frames: { startMs: number; loudest: number }[] = [];
      leg.onAudio(({ channel, startMs, pcm }) => {
        if (channel === 'user') frames.push({ startMs, loudest: loudest(pcm) });
      });
      let answeredAtMs: number | undefined;
      leg.onEvent((event) => {
        if (event.type === 'answered') answeredAtMs = event.atMs;
      });
      await until(
        () => frames.length,
        (count) => count * frameMs >= talkMs,
      );
      const passedMs = Date.now() - answeredAtMs!;
      const recordedMs = frames.length * frameMs;
      await leg.hangUp();
      expect((await leg.ended).reason).toBe('assistant_hung_up');
      expect(await peer.finished()).toEqual({ code: 0, errors: '' });

      // The network did what it should, in both directions.
      expect(network.counts.reordered).toBeGreaterThan(10);
      for (const direction of ['out', 'back'] as const) expect(lost[direction]).toBeGreaterThan(3);
      expect(phone.heardFrom(network.serverSidePort).packets).toBeLessThanOrEqual(arrived.out - lost.out);

      // Each 20 ms of the call are 20 ms of its recording, and the bursts are in it when they were spoken.
      expect(frames.map(({ startMs }) => startMs)).toEqual(frames.map((_, index) => index * frameMs));
      expect(Math.abs(recordedMs - passedMs)).toBeLessThanOrEqual(200);
      const settled = frames.filter(({ startMs }) => startMs >= settledMs);
      const bursts = settled.filter(
        (frame, index) => index > 0 && frame.loudest > 8_000 && settled[index - 1]!.loudest <= 8_000,
      );
      expect(bursts.length).toBeGreaterThanOrEqual(Math.floor((talkMs - settledMs) / periodMs) - 1);
      const first = bursts[0]!.startMs;
      for (const [index, { startMs }] of bursts.entries())
        expect(Math.abs(startMs - first - index * periodMs)).toBeLessThanOrEqual(burstToleranceMs);

      // What did not arrive sounds like what was before it.
      expect(settled.filter((frame) => frame.loudest < 100).slice(silentFrames)).toEqual([]);

      const { audio } = logged.find(({ msg }) => msg === 'sip.audio_ended') ?? {};
      // The last packets may be on their way, or lost without one after them.
      expect(Math.abs((audio?.lost ?? 0) - lost.back)).toBeLessThanOrEqual(5);
      expect(audio?.concealed).toBeGreaterThan(concealedFrames);
      await until(
        () => rtcp.reports,
        (reports) => reports.at(-1)?.isLast === true,
      );
      const { packets, jitterMs } = rtcp.reports.at(-1)!;
      expect(Math.abs(packets - lost.back)).toBeLessThanOrEqual(5);
      expect(jitterMs).toBeGreaterThan(5);
      expect(jitterMs).toBeLessThan(60);
    } finally {
      await line.close();
      await peer.end();
      await network.close();
      await phone.close();
      rtcp.close();
    }
  });
});
