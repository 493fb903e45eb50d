import * as fc from 'fast-check';
import { packets } from 'rtp.js';
import { createJitterBuffer, type AudioPacket } from '../../../../shared/domain/audio/jitter-buffer';

const frame = 160;
/** The samples of a stream say at which position they are, and none is silent. */
const sampleAt = (position: number): number => (position % 30_000) + 1;
const audioAt = (position: number, count: number): Int16Array =>
  Int16Array.from({ length: count }, (_, i) => sampleAt(position + i));

/** Builds a packet with another implementation of RTP, serializes it, and reads its numbers back from the bytes. */
function throughRtp(sequence: number, timestamp: number, samples: Int16Array): AudioPacket {
  const packet = new packets.RtpPacket();
  packet.setSequenceNumber(sequence);
  packet.setTimestamp(timestamp);
  packet.setPayload(new DataView(samples.buffer, samples.byteOffset, samples.byteLength));
  const bytes = Buffer.alloc(packet.getByteLength());
  packet.serialize(bytes.buffer, bytes.byteOffset);
  const parsed = new packets.RtpPacket(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const payload = parsed.getPayload();
  return {
    sequence: parsed.getSequenceNumber(),
    timestamp: parsed.getTimestamp(),
    samples: Int16Array.from({ length: payload.byteLength / 2 }, (_, i) => payload.getInt16(2 * i, true)),
  };
}

interface Arrival {
  atMs: number;
  packet: AudioPacket;
}
interface Stream {
  firstSequence?: number;
  firstTimestamp?: number;
  /** Samples of each packet. */
  size?: number;
}
/** Packet `n` of a stream whose positions begin at 0. */
function packetOf(n: number, { firstSequence = 0, firstTimestamp = 0, size = frame }: Stream = {}): AudioPacket {
  const position = n * size;
  return throughRtp((firstSequence + n) % 65_536, (firstTimestamp + position) % 2 ** 32, audioAt(position, size));
}

/** Plays arrivals against a clock of 1 ms and a frame every 20 ms. */
function play(arrivals: Arrival[], untilMs: number, buffer = createJitterBuffer()) {
  const inOrder = [...arrivals].sort((a, b) => a.atMs - b.atMs);
  const frames: { atMs: number; samples: Int16Array; missing: number }[] = [];
  for (let nowMs = 0, next = 0; nowMs <= untilMs; nowMs++) {
    for (; (inOrder[next]?.atMs ?? Infinity) <= nowMs; next++) buffer.push(inOrder[next]!.packet, nowMs);
    if (nowMs % 20 !== 0) continue;
    for (let pulled = buffer.pull(nowMs); pulled !== undefined; pulled = buffer.pull(nowMs))
      frames.push({ atMs: nowMs, ...pulled });
  }
  return {
    frames,
    get heard() {
      return frames.flatMap(({ samples }) => [...samples]);
    },
    counts: buffer.counts(),
  };
}

const count = 30;
const stream = fc.record({
  firstSequence: fc.oneof(fc.nat(65_535), fc.constant(65_520)),
  firstTimestamp: fc.oneof(fc.nat(0xffff_ffff), fc.constant(0xffff_ff00)),
  size: fc.constantFrom(80, 160, 240, 320),
});
const fates = fc.array(
  fc.record({ delayMs: fc.nat(50), isLost: fc.boolean(), copies: fc.integer({ min: 1, max: 3 }) }),
  {
    minLength: count,
    maxLength: count,
  },
);

describe('the jitter buffer', () => {
  it('plays every packet in its place, whatever the network delays, reorders, repeats and loses, across wraps', () => {
    fc.assert(
      fc.property(stream, fates, fc.nat(count), (numbers, network, losses) => {
        const packetMs = numbers.size / 8;
        const isLost = (n: number): boolean => n > 0 && n < count - 1 && n < losses && network[n]!.isLost;
        const arrivals = network.flatMap(({ delayMs, copies }, n) =>
          isLost(n)
            ? []
            : Array.from({ length: copies }, (_, copy) => ({
                atMs: n * packetMs + delayMs + copy * 3,
                packet: packetOf(n, numbers),
              })),
        );
        const { heard, counts } = play(arrivals, count * packetMs + 200);
        const expected = network.flatMap((_, n) =>
          isLost(n) ? Array.from({ length: numbers.size }, () => 0) : [...audioAt(n * numbers.size, numbers.size)],
        );
        expect(expected.findIndex((sample, i) => heard[i] !== sample)).toBe(-1);
        expect(heard.slice(expected.length).every((sample) => sample === 0)).toBe(true);
        const lost = network.filter((__, n) => isLost(n)).length;
        expect(counts).toMatchObject({ received: count - lost, lost, late: 0, skippedSamples: 0 });
        expect(counts.duplicates).toBe(arrivals.length - (count - lost));
      }),
      { numRuns: 25 },
    );
  });

  it('gives one frame of 20 ms every 20 ms, 60 ms after the first packet', () => {
    const arrivals = Array.from({ length: 50 }, (_, n) => ({ atMs: n * 20, packet: packetOf(n) }));
    const { frames } = play(arrivals, 1_000);
    expect(frames.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 48 }, (_, n) => 60 + n * 20));
    expect(frames.every(({ samples, missing }) => samples.length === frame && missing === 0)).toBe(true);
  });

  it('says how much of a frame did not arrive', () => {
    const arrivals = [0, 2].map((n) => ({ atMs: n * 20, packet: packetOf(n) }));
    expect(play(arrivals, 120).frames.map(({ missing }) => missing)).toEqual([0, frame, 0, frame]);
  });

  it('loses a packet that comes after its turn, and waits longer for those that follow', () => {
    const arrivals = Array.from({ length: 60 }, (_, n) => ({
      atMs: n * 20 + (n % 10 === 5 ? 100 : 0),
      packet: packetOf(n),
    }));
    const { counts, heard } = play(arrivals, 1_600);
    expect(counts.late).toBe(1);
    const present = new Set(heard);
    const missing = Array.from({ length: 60 }, (_, n) => n).filter((n) => !present.has(sampleAt(n * frame)));
    expect(missing).toEqual([5]);
  });

  it('loses nothing when the network becomes slower at once', () => {
    const arrivals = Array.from({ length: 100 }, (_, n) => ({
      atMs: n * 20 + (n < 50 ? 0 : 500),
      packet: packetOf(n),
    }));
    const { heard, counts } = play(arrivals, 3_000);
    expect(heard.filter((sample) => sample !== 0)).toEqual([...audioAt(0, 100 * frame)]);
    expect(counts).toMatchObject({ late: 0, lost: 0, skippedSamples: 0 });
  });

  it('never lets a packet wait longer than its maximum, after a stall of the network', () => {
    const arrivals = Array.from({ length: 200 }, (_, n) => ({
      atMs: n >= 50 && n < 100 ? 2_000 : n * 20,
      packet: packetOf(n),
    }));
    const { frames, counts } = play(arrivals, 4_000);
    const last = frames.find(({ samples }) => samples.includes(sampleAt(199 * frame)));
    expect(last!.atMs - 199 * 20).toBeLessThanOrEqual(200 + 20);
    expect(counts.skippedSamples).toBeGreaterThan(0);
  });

  it('returns to its delay when the network is even again', () => {
    const arrivals = Array.from({ length: 1_600 }, (_, n) => ({
      atMs: n * 20 + (n === 100 ? 150 : 0),
      packet: { sequence: n, timestamp: n * frame, samples: new Int16Array(frame).fill(n + 1) },
    }));
    const { frames } = play(arrivals, 33_000);
    const delayOf = (n: number): number => frames.find(({ samples }) => samples.includes(n + 1))!.atMs - n * 20;
    expect([delayOf(50), delayOf(200), delayOf(1_590)]).toEqual([60, 160, 60]);
  });

  it.each([
    ['faster', 19.95],
    ['slower', 20.05],
  ])('follows a sender whose clock is %s', (_, everyMs) => {
    const total = 4_000;
    const arrivals = Array.from({ length: total }, (__, n) => ({
      atMs: Math.round(n * everyMs),
      packet: { sequence: n, timestamp: n * frame, samples: audioAt(n * frame, frame) },
    }));
    const { counts, frames } = play(arrivals, Math.round(total * everyMs));
    expect(counts).toMatchObject({ lost: 0, late: 0 });
    // The clocks drift apart by 0.25 %: no more is dropped, or filled with silence.
    const missing = frames.reduce((sum, one) => sum + one.missing, 0);
    expect(Math.max(counts.skippedSamples, missing)).toBeLessThan(total * frame * 0.004);
  });

  it('goes on with a sender that begins again with other numbers', () => {
    const before = Array.from({ length: 20 }, (_, n) => ({ atMs: n * 20, packet: packetOf(n) }));
    const restarted = { firstSequence: 40_000, firstTimestamp: 7 };
    const after = Array.from({ length: 20 }, (_, n) => ({ atMs: 400 + n * 20, packet: packetOf(n, restarted) }));
    const { heard } = play([...before, ...after], 1_000);
    // Its first packet might have been a stray one, so its second one begins. What still waited then is dropped.
    const expected = [...audioAt(0, 18 * frame), ...audioAt(frame, 19 * frame)];
    expect(heard.filter((sample) => sample !== 0)).toEqual(expected);
  });

  it('drops a stray packet', () => {
    const buffer = createJitterBuffer();
    buffer.push(packetOf(0), 0);
    expect(buffer.push(packetOf(0, { firstSequence: 20_000, firstTimestamp: 900_000 }), 5)).toBe('stray');
    expect(buffer.push(packetOf(1), 20)).toBe('stored');
    expect(buffer.counts()).toMatchObject({ received: 2, lost: 0 });
  });

  it('takes a pause of the sender for silence, and the numbers of telephone events for no loss', () => {
    const arrivals: Arrival[] = [
      { atMs: 0, packet: packetOf(0) },
      ...[1, 2, 3].map((n) => ({
        atMs: n * 20,
        packet: { sequence: n, timestamp: frame, samples: new Int16Array(0) },
      })),
      { atMs: 1_000, packet: { sequence: 4, timestamp: 50 * frame, samples: audioAt(50 * frame, frame) } },
    ];
    const { heard, counts } = play(arrivals, 1_100);
    expect(counts).toMatchObject({ lost: 0, late: 0 });
    expect(heard.slice(50 * frame, 51 * frame)).toEqual([...audioAt(50 * frame, frame)]);
  });

  it('refuses a delay above its maximum', () => {
    expect(() => createJitterBuffer({ delayMs: 200, maxDelayMs: 100 })).toThrow('cannot delay by 200 ms');
    expect(() => createJitterBuffer({ delayMs: NaN })).toThrow('cannot delay by NaN ms');
  });
});
