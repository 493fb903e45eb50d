import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { until } from '../../support/until';
import { openLine, requestTo } from './line';

const frameMs = 20;
const [periodMs, burstMs] = [500, 100];
const talkMs = 4_000;
const faults = { jitterMs: 60, reordering: 0.05 };
/** One packet in so many is lost, at a random place among them: so each call of a few seconds loses some. */
const lossEvery = 20;

/** A loud burst each half second, and a quiet tone between. */
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
  /** The highest number that arrived. */
  highest: number;
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
      highest: datagram.readUInt32BE(block + 8),
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

  // When each packet is heard, and what fills a gap: `unit/adapters/telephony/sip/rtp/receiver`, by a clock of its own.
  it('is recorded, one frame for each 20 ms, and reports what was lost', async () => {
    if (sipp === undefined) return;
    const phone = await openRtpPhone({ says: speech });
    const random = seededRandom(21);
    const [arrived, loses] = [
      { out: 0, back: 0 },
      { out: 0, back: 0 },
    ];
    /** The numbers of the lost packets. */
    const lost: Record<'out' | 'back', number[]> = { out: [], back: [] };
    let isCut = false;
    const network = await startUdpRelay({
      server: { port: phone.port },
      faults,
      inspect: ({ direction, datagram }) => {
        if (isCut) return false;
        const place = arrived[direction]++ % lossEvery;
        if (place === 0) loses[direction] = Math.floor(random() * lossEvery);
        const passes = place !== loses[direction];
        if (!passes) lost[direction].push(datagram.readUInt16BE(2));
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
      await until(
        () => frames.length,
        (count) => count * frameMs >= talkMs,
      );
      // What is on its way arrives, and nothing after it.
      isCut = true;
      await until(
        () => network.underWay(),
        (count) => count === 0,
      );
      // What a busy process has passed on at one time is not read at that time.
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      await leg.hangUp();
      expect((await leg.ended).reason).toBe('assistant_hung_up');
      expect(await peer.finished()).toEqual({ code: 0, errors: '' });

      // The network did what it should, in both directions.
      expect(network.counts.reordered).toBeGreaterThan(10);
      for (const direction of ['out', 'back'] as const) expect(lost[direction].length).toBeGreaterThan(3);
      expect(phone.heardFrom(network.serverSidePort).packets).toBeLessThanOrEqual(arrived.out - lost.out.length);

      // Each 20 ms of the call are 20 ms of its recording, in which the phone is heard.
      expect(frames.map(({ startMs }) => startMs)).toEqual(frames.map((_, index) => index * frameMs));
      expect(frames.some((frame) => frame.loudest > 8_000)).toBe(true);

      const { audio } = logged.find(({ msg }) => msg === 'sip.audio_ended') ?? {};
      expect(audio?.lost).toBeGreaterThan(0);
      await until(
        () => rtcp.reports,
        (reports) => reports.at(-1)?.isLast === true,
      );
      const { packets, highest, jitterMs } = rtcp.reports.at(-1)!;
      // The first ones may be lost before one that arrived, and the last one may wait to be overtaken.
      const missing = lost.back.filter((number) => number < (highest & 0xffff)).length;
      expect(Math.abs(packets - missing)).toBeLessThanOrEqual(2);
      expect(jitterMs).toBeGreaterThan(5);
    } finally {
      await line.close();
      await peer.end();
      await network.close();
      await phone.close();
      rtcp.close();
    }
  });
});
