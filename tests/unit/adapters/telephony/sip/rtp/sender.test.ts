import { createDtmfDetector } from '../../../../../../shared/domain/audio/dtmf-detector';
import { alaw, mulaw } from '../../../../../../shared/domain/audio/g711';
import { pcmOf } from '../../../../../../shared/domain/audio/pcm';
import { parseRtp, type RtpPacket } from '../../../../../../shared/adapters/telephony/sip/rtp/packet';
import { createRtpSender } from '../../../../../../shared/adapters/telephony/sip/rtp/sender';

const numbers = { ssrc: 77, sequence: 65_534, timestamp: 2 ** 32 - 200 };
const remote = { codec: 'PCMU', payloadType: 0, telephoneEventType: 96, ptimeMs: 20 } as const;
/** Frame `n` of the audio; its samples are values that mu-law and A-law keep apart. */
const frameOf = (n: number): Int16Array => new Int16Array(160).fill((n + 1) * 1_000);

function createSending(epochMs = 0) {
  const sent: RtpPacket[] = [];
  const sender = createRtpSender({
    numbers,
    epochMs,
    takeBuffer: () => Buffer.alloc(600),
    send: (buffer, length) => sent.push(parseRtp(buffer.subarray(0, length))!),
  });
  /** Writes frames as a playout does: one every 20 ms, from a position on. */
  const write = (count: number, fromMs: number, nowMs = fromMs): void => {
    for (let n = 0; n < count; n++) sender.write(pcmOf(frameOf(fromMs / 20 + n)), fromMs + n * 20, nowMs + n * 20);
  };
  /** When each packet begins, in samples from the begin of the stream. */
  const positions = (): number[] => sent.map(({ timestamp }) => (timestamp - numbers.timestamp + 2 ** 32) % 2 ** 32);
  return { sender, sent, write, positions };
}

describe('the audio that is sent', () => {
  it('is one packet for each frame, whose numbers wrap around, and whose first has a marker', () => {
    const { sender, sent, write, positions } = createSending();
    sender.start(remote, true);
    write(4, 0);
    expect(sent.map(({ sequence }) => sequence)).toEqual([65_534, 65_535, 0, 1]);
    expect(positions()).toEqual([0, 160, 320, 480]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, false, false]);
    sent.forEach(({ payload, ssrc, payloadType }, n) => {
      expect([...payload]).toEqual([...mulaw.encode(frameOf(n))]);
      expect([ssrc, payloadType]).toEqual([77, 0]);
    });
  });

  it('has the codec and the type that the other side describes', () => {
    const { sender, sent, write } = createSending();
    sender.start({ ...remote, codec: 'PCMA', payloadType: 8 }, true);
    write(1, 0);
    expect(sent[0]!.payloadType).toBe(8);
    expect([...sent[0]!.payload]).toEqual([...alaw.encode(frameOf(0))]);
  });

  it.each([
    [10, [80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80]],
    [20, [160, 160, 160, 160, 160, 160]],
    [30, [240, 240, 240, 240]],
    [40, [320, 320, 320]],
    [60, [480, 480]],
    [500, [480, 480]],
    [0, [160, 160, 160, 160, 160, 160]],
  ])('fills packets of %d ms', (ptimeMs, lengths) => {
    const { sender, sent, write, positions } = createSending();
    sender.start({ ...remote, ptimeMs }, true);
    write(6, 0);
    expect(sent.map(({ payload }) => payload.length)).toEqual(lengths);
    expect(positions()).toEqual(lengths.map((length, n) => n * length));
    const all = Buffer.concat(sent.map(({ payload }) => payload));
    expect(all.equals(Buffer.concat([0, 1, 2, 3, 4, 5].map((n) => mulaw.encode(frameOf(n)))))).toBe(true);
  });

  it('keeps its place in time over a gap, and marks what follows', () => {
    const { sender, sent, write, positions } = createSending();
    sender.start({ ...remote, ptimeMs: 40 }, true);
    write(3, 0);
    write(2, 1_000);
    expect(positions()).toEqual([0, 320, 8_000]);
    expect(sent.map(({ marker, payload }) => [marker, payload.length])).toEqual([
      [true, 320],
      [false, 160],
      [true, 320],
    ]);
  });

  it('is silence at first and once a second while there is none, so that a NAT lets the other side in', () => {
    const { sender, sent, write, positions } = createSending(5_000);
    sender.tick(5_000);
    sender.start(remote, true);
    for (let nowMs = 5_000; nowMs < 8_000; nowMs += 20) sender.tick(nowMs);
    expect(positions()).toEqual([0, 8_000, 16_000]);
    expect(sent.every(({ payload }) => payload.every((byte) => byte === mulaw.silence))).toBe(true);
    // The playout begins at 0, and goes on where the time is.
    write(2, 0, 8_000);
    expect(positions().slice(3)).toEqual([24_000, 24_160]);
    for (let nowMs = 8_020; nowMs < 9_000; nowMs += 20) sender.tick(nowMs);
    expect(sent).toHaveLength(5);
  });

  it('never takes a time twice, also if silence was sent just before it', () => {
    const { sender, write, positions } = createSending();
    sender.start(remote, true);
    sender.tick(0);
    write(3, 0, 7);
    expect(positions()).toEqual([0, 160, 320, 480]);
  });

  it('stops while the other side takes none, and goes on at its time', () => {
    const { sender, sent, write, positions } = createSending();
    write(1, 0);
    sender.start(remote, true);
    write(1, 20);
    sender.start(remote, false);
    write(10, 40);
    sender.tick(2_000);
    sender.start(remote, true);
    write(1, 240);
    expect(positions()).toEqual([160, 1_920]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, true]);
  });

  it('is counted for reports, since the last change of numbers', () => {
    const { sender, write, sent } = createSending();
    expect(sender.info(0)).toBeUndefined();
    sender.start(remote, true);
    write(3, 0);
    expect(sender.info(60)).toEqual({
      atMs: 60,
      timestamp: (numbers.timestamp + 480) % 2 ** 32,
      packets: 3,
      octets: 480,
    });
    expect(sender.info(70)).toBeUndefined();
    sender.renumber({ ssrc: 78, sequence: 5, timestamp: 9 });
    write(1, 60);
    expect(sent.at(-1)).toMatchObject({ ssrc: 78, sequence: 5, marker: true, timestamp: 9 + 480 });
    expect(sender.info(80)).toMatchObject({ packets: 1, octets: 160 });
    expect([sender.sent, sender.ssrc]).toEqual([4, 78]);
  });

  it('is a frame, and nothing else', () => {
    const { sender } = createSending();
    sender.start(remote, true);
    for (const bytes of [0, 318, 322, 640]) expect(() => sender.write(Buffer.alloc(bytes), 0, 0)).toThrow(RangeError);
  });

  it('is recognized when it comes back', () => {
    const { sender, sent, write } = createSending();
    sender.start(remote, true);
    write(2, 0);
    expect(sender.hasSent(sent[1]!.sequence, sent[1]!.timestamp)).toBe(true);
    expect(sender.hasSent(sent[1]!.sequence, sent[0]!.timestamp)).toBe(false);
  });
});

describe('a key that is sent', () => {
  it('takes the place of audio, with its own time, and the audio goes on after it', async () => {
    const { sender, sent, write, positions } = createSending();
    sender.start(remote, true);
    write(2, 0);
    const pressed = sender.pressKey('7', 60);
    write(6, 40);
    await pressed;
    expect(sent.map(({ payloadType }) => payloadType)).toEqual([0, 0, 96, 96, 96, 96, 96, 0]);
    expect(positions()).toEqual([0, 160, 320, 320, 320, 320, 320, 320 + 5 * 160]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, true, false, false, false, false, false]);
    expect(sent.slice(2, 7).map(({ payload }) => [...payload])).toEqual([
      [7, 10, 0, 160],
      [7, 10, 1, 64],
      [7, 0x8a, 1, 224],
      [7, 0x8a, 1, 224],
      [7, 0x8a, 1, 224],
    ]);
    expect(sent.map(({ sequence }) => sequence)).toEqual([65_534, 65_535, 0, 1, 2, 3, 4, 5]);
  });

  it('is a tone if the other side understands no events', async () => {
    const { sender, sent, write } = createSending();
    sender.start({ codec: 'PCMU', payloadType: 0, ptimeMs: 20 }, true);
    const pressed = sender.pressKey('7', 100);
    write(10, 0);
    await pressed;
    const detector = createDtmfDetector();
    const heard = sent.flatMap(({ payload }) => detector.push(mulaw.decode(payload)));
    expect(heard.map(({ digit }) => digit)).toEqual(['7']);
  });

  it('is sent also while nothing is written, and keeps its pace', async () => {
    const { sender, positions } = createSending();
    sender.start(remote, true);
    const pressed = sender.pressKey('7', 60);
    for (let nowMs = 0; nowMs <= 80; nowMs += 20) sender.tick(nowMs);
    await pressed;
    expect(positions()).toEqual([0, 0, 0, 0, 0]);
  });

  it('is dropped while the call is held, when it ends, or if its length is out of range', async () => {
    const { sender, sent } = createSending();
    await sender.pressKey('1', 100);
    sender.start(remote, true);
    const waiting = sender.pressKey('1', 100);
    sender.start(remote, false);
    await waiting;
    sender.start(remote, true);
    const last = sender.pressKey('1', 100);
    sender.end();
    await last;
    await sender.pressKey('1', 100);
    await expect(sender.pressKey('1', 10)).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});
