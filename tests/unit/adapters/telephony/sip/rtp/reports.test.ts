import * as fc from 'fast-check';
import { packets } from 'rtp.js';
import { createReception } from '../../../../../../shared/adapters/telephony/sip/rtp/reception';
import { createReports } from '../../../../../../shared/adapters/telephony/sip/rtp/reports';
import {
  middleNtpOf,
  parseRtcp,
  writeRtcp,
  type ReportBlock,
} from '../../../../../../shared/adapters/telephony/sip/rtp/rtcp';

const { ByePacket, CompoundPacket, ReceiverReportPacket, ReceptionReport, SenderReportPacket } = packets;
const viewOf = (buffer: Buffer): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
const uint32 = fc.nat(0xffff_ffff);
const block: fc.Arbitrary<ReportBlock> = fc.record({
  ssrc: uint32,
  fractionLost: fc.nat(255),
  // The other implementation reads 12 bits of it, and knows no sign.
  totalLost: fc.nat(0xfff),
  highestSequence: uint32,
  jitter: uint32,
  lastReport: uint32,
  delaySinceLastReport: uint32,
});
const sender = fc.record({ atMs: fc.nat(4_000_000_000_000), timestamp: uint32, packets: uint32, octets: uint32 });
const report = fc.record({
  ssrc: uint32,
  sender: fc.option(sender, { nil: undefined }),
  blocks: fc.array(block, { maxLength: 3 }),
});
const name = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '9', '+', '/'), maxLength: 40 });

describe('RTCP', () => {
  it('is read by another implementation as it was written', () => {
    fc.assert(
      fc.property(report, name, fc.boolean(), ({ ssrc, sender: info, blocks }, cname, isEnd) => {
        const datagram = writeRtcp({ ssrc, ...(info && { sender: info }), blocks }, cname, { isEnd });
        const [first, description, bye] = new CompoundPacket(viewOf(datagram)).getPackets();
        expect(first).toBeInstanceOf(info ? SenderReportPacket : ReceiverReportPacket);
        const read = first as InstanceType<typeof SenderReportPacket>;
        expect(read.getSsrc()).toBe(ssrc);
        if (info) {
          expect(read.getNtpSeconds()).toBe((Math.floor(info.atMs / 1000) + 2_208_988_800) % 2 ** 32);
          expect((read.getNtpFraction() / 2 ** 32) * 1000).toBeCloseTo(info.atMs % 1000, 5);
          expect([read.getRtpTimestamp(), read.getPacketCount(), read.getOctetCount()]).toEqual([
            info.timestamp,
            info.packets,
            info.octets,
          ]);
        }
        const readBlocks = read.getReports().map((one) => ({
          ssrc: one.getSsrc(),
          fractionLost: one.getFractionLost(),
          totalLost: one.getTotalLost(),
          highestSequence: one.getHighestSeqNumber(),
          jitter: one.getJitter(),
          lastReport: one.getLastSRTimestamp(),
          delaySinceLastReport: one.getDelaySinceLastSR(),
        }));
        expect(readBlocks).toEqual(blocks);
        const [chunk] = (description as InstanceType<typeof packets.SdesPacket>).getChunks();
        expect([chunk!.getSsrc(), chunk!.getItems()]).toEqual([ssrc, [{ type: 1, text: cname }]]);
        expect(bye instanceof ByePacket ? bye.getSsrcs() : []).toEqual(isEnd ? [ssrc] : []);
      }),
    );
  });

  it('of another implementation is read', () => {
    fc.assert(
      fc.property(uint32, block, uint32, fc.boolean(), (ssrc, given, seconds, isSender) => {
        const report = isSender ? new SenderReportPacket() : new ReceiverReportPacket();
        report.setSsrc(ssrc);
        if (report instanceof SenderReportPacket) {
          report.setNtpSeconds(seconds);
          report.setNtpFraction(0x89ab_cdef);
        }
        const one = new ReceptionReport();
        one.setSsrc(given.ssrc);
        one.setFractionLost(given.fractionLost);
        one.setTotalLost(given.totalLost);
        one.setHighestSeqNumber(given.highestSequence);
        one.setJitter(given.jitter);
        one.setLastSRTimestamp(given.lastReport);
        one.setDelaySinceLastSR(given.delaySinceLastReport);
        report.addReport(one);
        const bye = new ByePacket();
        bye.setSsrcs([ssrc, 7]);
        bye.setReason('over');
        const all = new CompoundPacket();
        all.addPacket(report);
        all.addPacket(bye);
        const view = all.getView();
        const read = parseRtcp(Buffer.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength)));
        expect(read).toEqual({
          ssrc,
          blocks: [given],
          ended: [ssrc, 7],
          ...(isSender && { sentAt: ((seconds & 0xffff) * 0x1_0000 + 0x89ab) >>> 0 }),
        });
      }),
    );
  });

  it('counts lost packets in 24 bits with a sign, as a two-complement', () => {
    const given = { ssrc: 1, fractionLost: 0, highestSequence: 0, jitter: 0, lastReport: 0, delaySinceLastReport: 0 };
    for (const totalLost of [-0x80_0000, -1, 0, 4_096, 0x7f_ffff]) {
      const datagram = writeRtcp({ ssrc: 1, blocks: [{ ...given, totalLost }] }, '');
      expect(datagram.readUIntBE(13, 3)).toBe(totalLost < 0 ? totalLost + 2 ** 24 : totalLost);
      expect(parseRtcp(datagram)!.blocks).toEqual([{ ...given, totalLost }]);
    }
  });

  it('is refused if its lengths contradict it, and no datagram throws', () => {
    const type = fc.constantFrom(200, 201, 202, 203, 77);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(255), type, fc.nat(20), (bytes, first, second, words) => {
        parseRtcp(Buffer.concat([Buffer.of(first, second, 0, words), bytes]));
      }),
      { numRuns: 2_000 },
    );
    const valid = writeRtcp({ ssrc: 1, blocks: [] }, 'name');
    expect(parseRtcp(valid)).toBeDefined();
    for (let length = 0; length < valid.length; length++)
      if (length !== 8) expect(parseRtcp(valid.subarray(0, length))).toBeUndefined();
    expect(parseRtcp(Buffer.concat([valid.subarray(8), valid]))).toBeUndefined();
  });
});

describe('what is reported of a stream', () => {
  it('is its loss, its highest number with rollovers, and its jitter', () => {
    const reception = createReception(9);
    for (let n = 0; n < 100; n++) if (n % 4 !== 3) reception.add((0xffd0 + n) & 0xffff, n * 160, n * 20);
    // 25 of 100 are missing; the last one is not known to be.
    expect(reception.report()).toEqual({
      ssrc: 9,
      fractionLost: Math.floor((24 * 256) / 99),
      totalLost: 24,
      highestSequence: 0xffd0 + 98,
      jitter: 0,
    });
    for (let n = 100; n < 150; n++) reception.add((0xffd0 + n) & 0xffff, n * 160, n * 20 + (n % 2) * 10);
    const report = reception.report();
    expect(report).toMatchObject({ totalLost: 25, highestSequence: 0xffd0 + 149 });
    // Every second packet is 10 ms late, 80 units of the timestamp.
    expect(report.jitter).toBeGreaterThan(65);
    expect(report.jitter).toBeLessThanOrEqual(80);
    expect(reception.jitterMs).toBeCloseTo(report.jitter / 8, 0);
  });

  it('is no loss after a restart, or if packets are doubled', () => {
    const reception = createReception(9);
    for (const sequence of [1, 2, 3, 40_000, 40_001, 40_001]) reception.add(sequence, undefined, 0);
    expect(reception.report()).toMatchObject({ fractionLost: 0, totalLost: -1, highestSequence: 40_001 });
    expect(reception.report().fractionLost).toBe(0);
  });
});

/** Reports of one side, whose datagrams are collected. */
function createSide(random = 0.5) {
  const sent: Buffer[] = [];
  const ended: number[] = [];
  const reception = createReception(22);
  const reports = createReports({
    name: 'us',
    ssrc: () => 11,
    senderInfo: (nowMs) => ({ atMs: nowMs, timestamp: 1, packets: 2, octets: 3 }),
    reception: () => reception,
    send: (datagram) => sent.push(datagram),
    onEnded: (ssrc) => ended.push(ssrc),
    random: () => random,
  });
  return { reports, sent, ended, reception };
}

describe('reports', () => {
  it.each([
    [0, 1_250, 2_500],
    [0.5, 2_500, 5_000],
    [0.9, 3_500, 7_000],
  ])('with a chance of %d come after %d ms and then every %d ms', (random, firstMs, everyMs) => {
    const { reports, sent } = createSide(random);
    const at: number[] = [];
    for (let nowMs = 0; nowMs < 20_000; nowMs += 0.5) {
      reports.tick(nowMs);
      if (sent.length > at.length) at.push(nowMs);
    }
    expect(at.slice(0, 2)).toEqual([firstMs, firstMs + everyMs]);
  });

  it('measure the way there and back, and what the other side missed', () => {
    const { reports } = createSide();
    const startMs = Date.UTC(2026, 0, 5);
    const block = { ssrc: 11, fractionLost: 64, totalLost: 5, highestSequence: 1, jitter: 0 };
    // The other side heard our report of `startMs`, and answered 500 ms later.
    const theirs = { ...block, lastReport: middleNtpOf(startMs), delaySinceLastReport: 32_768 };
    expect(reports.receive(writeRtcp({ ssrc: 22, blocks: [{ ...theirs, ssrc: 99 }] }, 'them'), startMs)).toBe(true);
    expect([reports.lostByPeer, reports.roundTripMs]).toEqual([undefined, undefined]);
    reports.receive(writeRtcp({ ssrc: 22, blocks: [theirs] }, 'them'), startMs + 580);
    expect(reports.lostByPeer).toBe(0.25);
    expect(reports.roundTripMs).toBeCloseTo(80, 0);
  });

  it('let the other side measure it: they name its last report and the time since then', () => {
    const { reports, sent, reception } = createSide();
    reception.add(1, 1, 0);
    const info = { atMs: 1_000_000, timestamp: 0, packets: 0, octets: 0 };
    reports.receive(writeRtcp({ ssrc: 22, sender: info, blocks: [] }, 'them'), 3_000);
    reports.tick(0);
    reports.tick(4_000);
    expect(parseRtcp(sent[0]!)!.blocks[0]).toMatchObject({
      lastReport: middleNtpOf(1_000_000),
      delaySinceLastReport: 65_536,
    });
  });

  it('end with our stream, and say when theirs ends', () => {
    const { reports, sent, ended } = createSide();
    reports.end(0);
    expect(parseRtcp(sent[0]!)!.ended).toEqual([11]);
    reports.receive(writeRtcp({ ssrc: 22, blocks: [] }, 'them', { isEnd: true }), 0);
    expect(ended).toEqual([22]);
    expect(reports.receive(Buffer.from('no RTCP'), 0)).toBe(false);
  });
});
