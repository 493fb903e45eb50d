import * as fc from 'fast-check';
import { createEventReceiver, writeEvent } from '../../../../../../shared/adapters/telephony/sip/rtp/dtmf';
import { createKeyQueue, type KeyFrame } from '../../../../../../shared/adapters/telephony/sip/rtp/key-queue';
import { createDtmfDetector } from '../../../../../../shared/domain/audio/dtmf-detector';
import { dtmfDigits, type DtmfDigit } from '../../../../../../shared/domain/call/dtmf';

type Event = Extract<KeyFrame, { kind: 'event' }>;
interface EventPacket {
  marker: boolean;
  timestamp: number;
  payload: Buffer;
}

function packetOf(
  digit: DtmfDigit,
  timestamp: number,
  { duration, isEnd = false, marker = false }: { duration: number; isEnd?: boolean; marker?: boolean },
): EventPacket {
  const payload = Buffer.alloc(4);
  writeEvent(payload, digit, duration, isEnd);
  return { marker, timestamp: timestamp >>> 0, payload };
}
const hear = (packets: readonly EventPacket[]): string => {
  const receiver = createEventReceiver();
  return packets.map((packet) => receiver.receive(packet) ?? '').join('');
};

/** The packets of a key that begins at a position: as our queue plans them. */
async function pressed(digit: DtmfDigit, durationMs: number, position: number): Promise<EventPacket[]> {
  const queue = createKeyQueue();
  let isDone = false;
  const done = queue.press(digit, durationMs, false).then(() => (isDone = true));
  const frames: Event[] = [];
  for (let at = position; queue.isPressing; at += 160) frames.push(queue.take(at) as Event);
  await done;
  expect(isDone).toBe(true);
  return frames.map((frame, n) => packetOf(frame.digit, frame.position, { ...frame, marker: n === 0 }));
}

const digit = fc.constantFrom(...dtmfDigits);

describe('a key as telephone events', () => {
  it('has one timestamp, a duration that grows, a marker at its begin and its end three times', async () => {
    const packets = await pressed('5', 100, 1_600);
    expect(packets.map(({ timestamp }) => timestamp)).toEqual(Array.from({ length: 7 }, () => 1_600));
    expect(packets.map(({ payload }) => payload.readUInt16BE(2))).toEqual([160, 320, 480, 640, 800, 800, 800]);
    expect(packets.map(({ payload }) => payload[1]! >> 7)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(packets.map(({ payload }) => payload[0])).toEqual(Array.from({ length: 7 }, () => 5));
  });

  it('has the code of its digit', () => {
    const codes = dtmfDigits.map((one) => packetOf(one, 0, { duration: 0 }).payload[0]);
    expect(codes).toEqual(Array.from({ length: 16 }, (_, code) => code));
  });

  it('is heard once if any of its packets arrives, whichever are lost, repeated or late', async () => {
    const network = fc.record({ isLost: fc.boolean(), copies: fc.integer({ min: 1, max: 3 }), delay: fc.nat(2) });
    const keys = fc.array(
      fc.record({
        key: digit,
        durationMs: fc.integer({ min: 40, max: 300 }),
        fates: fc.array(network, { minLength: 20, maxLength: 20 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(keys, fc.nat(0xffff_ffff), async (all, start) => {
        let position = start;
        let expected = '';
        const arrivals: { at: number; packet: EventPacket }[] = [];
        for (const { key, durationMs, fates } of all) {
          const packets = await pressed(key, durationMs, position);
          // A network may lose all but one of them.
          const kept = packets.filter((_, n) => !fates[n]!.isLost || n === packets.length - 1);
          packets.forEach((packet, n) => {
            if (!kept.includes(packet)) return;
            const { copies, delay } = fates[n]!;
            for (let copy = 0; copy < copies; copy++)
              arrivals.push({ at: position + (n + delay + copy) * 160, packet });
          });
          expected += key;
          // The shortest pause between two keys is 40 ms.
          position += packets.length * 160 + 3 * 160;
        }
        arrivals.sort((one, other) => one.at - other.at);
        expect(hear(arrivals.map(({ packet }) => packet))).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('is heard twice if it is pressed twice and the first end is lost', () => {
    const first = packetOf('1', 1_000, { duration: 320 });
    expect(hear([first, packetOf('1', 1_000 + 320 + 320, { duration: 160, marker: true })])).toBe('11');
    // Its first packet, which has the marker, is lost too.
    expect(hear([first, packetOf('1', 1_000 + 800 + 320, { duration: 480 })])).toBe('11');
  });

  it('is heard once if it is so long that it comes in segments, or its time is counted up', () => {
    const segments = [0, 0xffff, 2 * 0xffff].flatMap((start, n) => [
      packetOf('9', start, { duration: 160, marker: n === 0 }),
      packetOf('9', start, { duration: 0xffff }),
    ]);
    expect(hear(segments)).toBe('9');
    const counted = Array.from({ length: 8 }, (_, n) =>
      packetOf('9', n * 160, { duration: Math.min(5, n + 1) * 160, isEnd: n > 4, marker: n === 0 }),
    );
    expect(hear(counted)).toBe('9');
  });

  it('is heard twice if it is pressed again at once, as its marker says', () => {
    const first = packetOf('1', 0, { duration: 800, isEnd: true, marker: true });
    expect(hear([first, packetOf('1', 800, { duration: 160, marker: true })])).toBe('11');
  });

  it('is not heard again if one of its packets comes after the next key has begun', () => {
    const late = packetOf('1', 0xffff_ff00, { duration: 800, isEnd: true });
    const next = packetOf('2', 2_000, { duration: 160, marker: true });
    expect(hear([packetOf('1', 0xffff_ff00, { duration: 160, marker: true }), next, late, next])).toBe('12');
  });

  it('is nothing if the event is no key, or the payload too short', () => {
    const flash = packetOf('0', 0, { duration: 160 });
    flash.payload[0] = 16;
    expect(hear([flash, { ...flash, payload: Buffer.of(1, 2, 3) }])).toBe('');
  });
});

describe('keys to send', () => {
  it('follow one another, and are dropped when they are cleared', async () => {
    const queue = createKeyQueue();
    const all = [queue.press('1', 40, false), queue.press('2', 40, false), queue.press('3', 40, false)];
    const heard = Array.from({ length: 5 }, (_, n) => (queue.take(n * 160) as Event).digit).join('');
    expect(heard).toBe('11112');
    queue.clear();
    expect(queue.take(800)).toBeUndefined();
    await Promise.all(all);
  });

  it('may be tones, which a detector hears', async () => {
    const queue = createKeyQueue();
    const keys = '5829*#';
    const all = Promise.all(Array.from(keys).map((key) => queue.press(key as DtmfDigit, 100, true)));
    const detector = createDtmfDetector();
    let heard = '';
    for (let frame = queue.take(0); frame?.kind === 'tone'; frame = queue.take(0))
      heard += detector
        .push(frame.samples)
        .map((found) => found.digit)
        .join('');
    await all;
    expect(heard).toBe(keys);
  });

  it('last 40 ms to 8 s', async () => {
    const queue = createKeyQueue();
    for (const ms of [39, 8_001, NaN]) await expect(queue.press('1', ms, false)).rejects.toThrow(RangeError);
    expect(queue.isPressing).toBe(false);
  });
});
