import * as fc from 'fast-check';
import { synthesizeDtmf } from '../../../../../../shared/domain/audio/dtmf';
import { alaw, mulaw } from '../../../../../../shared/domain/audio/g711';
import type { DtmfDigit } from '../../../../../../shared/domain/call/dtmf';
import { writeEvent } from '../../../../../../shared/adapters/telephony/sip/rtp/dtmf';
import { createRtpReceiver } from '../../../../../../shared/adapters/telephony/sip/rtp/receiver';
import { seededRandom } from '../../../../../support/telephony/udp-relay';

const remote = { codec: 'PCMU', payloadType: 0, telephoneEventType: 101 } as const;
/** Samples that G.711 keeps as they are, different in neighboring frames. */
const levelOf = (n: number): number => mulaw.decode(mulaw.encode(Int16Array.of(1_000 + (n % 20) * 700)))[0]!;
const audio = (n: number, { ssrc = 1, type = 0, first = 0 } = {}) => ({
  payloadType: type,
  marker: false,
  sequence: (first + n) & 0xffff,
  timestamp: (n * 160) >>> 0,
  ssrc,
  payload: mulaw.encode(new Int16Array(160).fill(levelOf(n))),
});
function event(digit: DtmfDigit, n: number, { startedAt = n, duration = 160, type = 101 } = {}) {
  const payload = Buffer.alloc(4);
  writeEvent(payload, digit, duration, false);
  return { payloadType: type, marker: n === startedAt, sequence: n, timestamp: startedAt * 160, ssrc: 1, payload };
}

function createReceiving(described: Parameters<ReturnType<typeof createRtpReceiver>['start']>[0] = remote) {
  const frames: { atMs: number; samples: Int16Array }[] = [];
  const keys: string[] = [];
  const receiver = createRtpReceiver({
    telephoneEventType: 101,
    onFrame: (samples, atMs) => frames.push({ samples: Int16Array.from(samples), atMs }),
    onKey: (digit) => keys.push(digit),
  });
  receiver.start(described, 0);
  return { receiver, frames, keys, levels: () => frames.map(({ samples }) => samples[80]) };
}

describe('the audio that is received', () => {
  it('is one frame for each 20 ms from the start on, whatever arrives and however late the process is', () => {
    const step = fc.record({ waitMs: fc.nat(120), packets: fc.nat(4), skipped: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { receiver, frames } = createReceiving();
        let [nowMs, n] = [0, 0];
        for (const { waitMs, packets, skipped } of steps) {
          nowMs += waitMs;
          for (let i = 0; i < packets; i++) receiver.receive(audio(n++), nowMs);
          n += skipped;
          receiver.tick(nowMs);
          expect(frames).toHaveLength(Math.floor(nowMs / 20) + 1);
        }
        expect(frames.every(({ atMs, samples }, i) => atMs === i * 20 && samples.length === 160)).toBe(true);
      }),
    );
  });

  it('is what was sent, 60 ms later', () => {
    const { receiver, levels } = createReceiving();
    for (let n = 0; n < 20; n++) {
      receiver.receive(audio(n), n * 20);
      receiver.tick(n * 20);
    }
    expect(levels()).toEqual([0, 0, 0, ...Array.from({ length: 17 }, (_, n) => levelOf(n))]);
    expect(receiver.counts()).toMatchObject({ received: 20, lost: 0, late: 0, concealed: 0 });
  });

  it('is decoded by the codec of each packet that an offer of ours allows, and by the described type', () => {
    const { receiver, levels } = createReceiving({ codec: 'PCMA', payloadType: 99 });
    expect([0, 8, 99, 13, 101].map((type) => receiver.knows(type))).toEqual([true, true, true, true, true]);
    expect([1, 18, 100].map((type) => receiver.knows(type))).toEqual([false, false, false]);
    const sample = alaw.decode(alaw.encode(Int16Array.of(3_000)))[0]!;
    const payload = alaw.encode(new Int16Array(160).fill(sample));
    receiver.receive({ ...audio(0), payloadType: 99, payload }, 0);
    receiver.receive({ ...audio(1), payloadType: 8, payload }, 0);
    receiver.receive(audio(2), 0);
    receiver.tick(100);
    expect(levels().slice(3, 6)).toEqual([sample, sample, levelOf(2)]);
  });

  it('continues a lost frame, and no pause', () => {
    const { receiver, frames } = createReceiving();
    for (const n of [0, 1, 2, 3, 5, 6]) receiver.receive(audio(n), n * 20);
    receiver.tick(400);
    expect(receiver.counts().concealed).toBe(1 + 3);
    expect(frames[7]!.samples.some((sample) => sample !== 0)).toBe(true);
    expect(frames.slice(13).every(({ samples }) => samples.every((sample) => sample === 0))).toBe(true);
  });

  it('is silence, and no loss, where keys or comfort noise take its place', () => {
    const { receiver } = createReceiving();
    for (const n of [0, 1, 2, 3]) receiver.receive(audio(n), n * 20);
    receiver.tick(100);
    receiver.receive({ ...audio(4), payloadType: 13, payload: Buffer.of(60) }, 110);
    receiver.tick(140);
    receiver.receive(event('1', 5), 150);
    receiver.tick(400);
    expect(receiver.counts()).toMatchObject({ lost: 0, concealed: 1 });
  });

  it('goes on with another stream, and counts both', () => {
    const { receiver, levels } = createReceiving();
    for (let n = 0; n < 10; n++) receiver.receive(audio(n, { first: 100 }), n * 20);
    receiver.tick(260);
    for (let n = 0; n < 10; n++) receiver.receive(audio(n, { ssrc: 2, first: 60_000 }), 300 + n * 20);
    receiver.tick(700);
    expect(levels().slice(18, 28)).toEqual(Array.from({ length: 10 }, (_, n) => levelOf(n)));
    expect(receiver.counts()).toMatchObject({ received: 20, lost: 0 });
    expect(receiver.reception!.report()).toMatchObject({ ssrc: 2, totalLost: 0, highestSequence: 60_009 });
  });

  it('has no part in a packet whose number is far from the others', () => {
    const { receiver } = createReceiving();
    for (const n of [0, 1, 2]) receiver.receive(audio(n), n * 20);
    receiver.receive(audio(3, { first: 20_000 }), 60);
    expect(receiver.reception!.report()).toMatchObject({ highestSequence: 2, totalLost: 0 });
    receiver.receive(audio(3), 60);
    expect(receiver.reception!.report()).toMatchObject({ highestSequence: 3, totalLost: 0 });
  });

  it('is heard when it was spoken, with its gaps filled, over a network that loses, delays and reorders', () => {
    const { receiver, frames } = createReceiving();
    const random = seededRandom(21);
    const [packets, lossEvery, jitterMs, burstEvery] = [400, 20, 60, 25];
    /** A loud burst of 100 ms each half second, and quiet between: what is missing is silent, what is late shows in the bursts. */
    const payloadOf = (n: number): Buffer =>
      Buffer.from(mulaw.encode(new Int16Array(160).fill(n % burstEvery < 5 ? 16_000 : 1_000)));
    const sent = Array.from({ length: packets }, (_, n) => ({ n, atMs: n * 20 + random() * jitterMs }));
    // Neither the first nor the last one: a loss shows between two packets.
    const lost = sent.filter(
      ({ n }) => n % lossEvery === Math.floor(n / lossEvery) % lossEvery && n > 0 && n < packets - 1,
    );
    const arriving = sent.filter((packet) => !lost.includes(packet)).sort((one, other) => one.atMs - other.atMs);
    for (let nowMs = 0; nowMs <= packets * 20; nowMs += 20) {
      for (; (arriving[0]?.atMs ?? Infinity) <= nowMs; arriving.shift())
        receiver.receive({ ...audio(arriving[0]!.n), payload: payloadOf(arriving[0]!.n) }, arriving[0]!.atMs);
      receiver.tick(nowMs);
    }
    const loudest = frames.map(({ samples }) => Math.max(...samples.map(Math.abs)));
    // The buffer finds its delay in the first second.
    const settled = loudest.slice(50);
    expect(settled.filter((level) => level < 100)).toEqual([]);
    const bursts = settled.flatMap((level, at) => (level > 8_000 && (settled[at - 1] ?? 0) <= 8_000 ? [at] : []));
    expect(bursts.length).toBeGreaterThanOrEqual(settled.length / burstEvery - 1);
    // One frame because the first packet of a burst was lost, one because a burst begins within one, one because its end was lost.
    for (const [index, at] of bursts.entries())
      expect(Math.abs(at - bursts[0]! - index * burstEvery)).toBeLessThanOrEqual(3);
    expect(receiver.counts().lost).toBe(lost.length);
    expect(receiver.counts().concealed).toBeGreaterThanOrEqual(lost.length);
  });

  it('that waits in the socket during a stall is heard', () => {
    const { receiver, levels } = createReceiving();
    for (let n = 0; n < 5; n++) {
      receiver.receive(audio(n), n * 20);
      receiver.tick(n * 20);
    }
    // The process stalls for 200 ms; the packets are read first, and then the frames are due.
    for (let n = 5; n < 15; n++) receiver.receive(audio(n), 280);
    receiver.tick(280);
    expect(levels().slice(3, 15)).toEqual(Array.from({ length: 12 }, (_, n) => levelOf(n)));
  });
});

describe('a key that is received', () => {
  it('is heard when it begins, once, by the type of our offer or of their answer', () => {
    const { receiver, keys } = createReceiving({ ...remote, telephoneEventType: 96 });
    for (let n = 0; n < 5; n++) receiver.receive(event('4', n, { startedAt: 0, duration: (n + 1) * 160 }), n * 20);
    expect(keys).toEqual(['4']);
    receiver.receive(event('4', 10, { type: 96 }), 200);
    expect(keys).toEqual(['4', '4']);
  });

  it('is heard once if the network doubles its packets', () => {
    const { receiver, keys } = createReceiving();
    const packet = event('4', 0);
    receiver.receive(packet, 0);
    receiver.receive(packet, 1);
    expect(keys).toEqual(['4']);
  });

  it('is heard in the audio if the other side knows no events, and only then', () => {
    const digits = '159#';
    const tones = synthesizeDtmf(digits, 8_000, { toneMs: 80, gapMs: 80 });
    const heardBy = (described: Parameters<typeof createReceiving>[0]): string => {
      const { receiver, keys } = createReceiving(described);
      for (let n = 0; (n + 1) * 160 <= tones.length; n++) {
        receiver.receive({ ...audio(n), payload: mulaw.encode(tones.subarray(n * 160, (n + 1) * 160)) }, n * 20);
        receiver.tick(n * 20);
      }
      receiver.tick(2_000);
      return keys.join('');
    };
    expect(heardBy({ codec: 'PCMU', payloadType: 0 })).toBe(digits);
    expect(heardBy(remote)).toBe('');
  });

  it('is heard once if it comes as events that were not described, and in the audio too', () => {
    const { receiver, keys } = createReceiving({ codec: 'PCMU', payloadType: 0 });
    const tone = synthesizeDtmf('5', 8_000, { toneMs: 200, gapMs: 100 });
    receiver.receive(event('5', 0), 0);
    for (let n = 0; (n + 1) * 160 <= tone.length; n++) {
      const payload = mulaw.encode(tone.subarray(n * 160, (n + 1) * 160));
      receiver.receive({ ...audio(n, { first: 1 }), payload }, n * 20);
    }
    receiver.tick(1_000);
    expect(keys).toEqual(['5']);
  });
});
