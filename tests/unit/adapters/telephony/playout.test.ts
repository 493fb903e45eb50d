import fc from 'fast-check';
import { createPlayout, maxQueuedMs, type PlayoutOptions } from '../../../../shared/adapters/telephony/playout';
import { createTimers } from '../../../../shared/adapters/telephony/simulated/clock';
import type { VoiceRate } from '../../../../shared/adapters/telephony/telephony';
import { createFakeClock } from './fake-clock';

const rates: readonly VoiceRate[] = [8_000, 16_000, 24_000];
/** Distinct samples, none of them 0, so that silence is recognized. */
let counter = 0;
const pcmOf = (ms: number, rate: VoiceRate): Buffer => {
  const pcm = Buffer.alloc((ms * rate * 2) / 1000);
  for (let i = 0; i < pcm.length; i += 2) pcm.writeInt16LE(1 + (counter++ % 30_000), i);
  return pcm;
};

function setUp(options: Partial<PlayoutOptions> = {}) {
  const clock = createFakeClock(0);
  const frames: { startMs: number; sentMs: number; pcm: Buffer }[] = [];
  const playout = createPlayout({
    rate: 24_000,
    elapsedMs: () => clock.nowMs(),
    after: createTimers(clock).after,
    send: (pcm, startMs) => frames.push({ pcm, startMs, sentMs: clock.nowMs() }),
    silence: 'skipped',
    ...options,
  });
  const heard = () => Buffer.concat(frames.map(({ pcm }) => pcm));
  return { clock, frames, playout, voice: playout.voice, heard };
}

/** Without the silence that fills up the last frame. */
const trim = (pcm: Buffer): Buffer => {
  let end = pcm.length;
  while (end > 0 && pcm.readInt16LE(end - 2) === 0) end -= 2;
  return pcm.subarray(0, end);
};

describe('audio to the contact', () => {
  it.each(rates)('in a frame that a listener keeps does not change later, written at %i Hz', async (rate) => {
    const { clock, frames, playout, voice } = setUp({ rate: 8_000, silence: 'sent' });
    playout.start();
    const kept: { pcm: Buffer; copy: Buffer }[] = [];
    for (let n = 0; n < 60; n++) {
      voice.write(pcmOf(n % 3 === 0 ? 50 : 10, rate), rate);
      await clock.advance(20);
      for (const { pcm } of frames.slice(kept.length)) kept.push({ pcm, copy: Buffer.from(pcm) });
    }
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.map(({ pcm }) => pcm)).toEqual(kept.map(({ copy }) => copy));
  });

  it('is heard whole and in order, 20 ms each 20 ms, however it was written', async () => {
    const writes = fc.array(fc.record({ samples: fc.nat({ max: 4_000 }), waitMs: fc.nat({ max: 300 }) }), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(writes, fc.boolean(), async (given, early) => {
        const { clock, frames, playout, voice, heard } = setUp();
        const written: Buffer[] = [];
        if (!early) playout.start();
        for (const { samples, waitMs } of given) {
          const pcm = pcmOf(samples / 24, 24_000);
          written.push(Buffer.from(pcm));
          voice.write(pcm, 24_000);
          pcm.fill(0);
          if (!early) await clock.advance(waitMs);
        }
        playout.start();
        await clock.advance(60_000);
        const withoutPauses = Buffer.concat(frames.map(({ pcm }) => trim(pcm)));
        expect(early ? trim(heard()) : withoutPauses).toEqual(trim(Buffer.concat(written)));
        expect(frames.every(({ startMs, sentMs, pcm }) => startMs === sentMs && pcm.length === 960)).toBe(true);
        expect(new Set(frames.map(({ startMs }) => startMs)).size).toBe(frames.length);
        expect(frames.every(({ startMs }) => startMs % 20 === 0)).toBe(true);
        expect([voice.queuedMs, clock.pending()]).toEqual([0, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(rates.flatMap((from) => rates.map((to) => ({ from, to }))))(
    'lasts as long at $to Hz as it was written at $from Hz',
    async ({ from, to }) => {
      const { clock, playout, voice, heard } = setUp({ rate: to });
      playout.start();
      for (let i = 0; i < 50; i++) voice.write(Buffer.alloc((from * 2 * 20) / 1000, 0x11), from);
      await clock.advance(3_000);
      const ms = (trim(heard()).length / 2 / to) * 1000;
      expect(ms).toBeGreaterThanOrEqual(1_000 - 1);
      expect(ms).toBeLessThanOrEqual(1_000 + 5);
    },
  );

  it('does not break up when an agent that writes in real time is up to 20 ms late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 20 }), { minLength: 20, maxLength: 20 }), async (lateMs) => {
        const { clock, frames, playout, voice } = setUp();
        playout.start();
        voice.write(pcmOf(20, 24_000), 24_000);
        for (const [index, late] of lateMs.entries()) {
          const atMs = (index + 1) * 20 + late;
          await clock.advance(Math.max(0, atMs - 1 - clock.nowMs()));
          voice.write(pcmOf(20, 24_000), 24_000);
        }
        await clock.advance(1_000);
        const first = frames[0]!.startMs;
        expect(first).toBeLessThanOrEqual(40);
        expect(frames.map(({ startMs }) => startMs)).toEqual(frames.map((_, index) => first + index * 20));
        expect(frames.every(({ pcm }) => trim(pcm).length === 960)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('begins at the answer with what was written before', async () => {
    const { clock, frames, playout, voice } = setUp();
    voice.write(pcmOf(100, 24_000), 24_000);
    const mark = voice.mark();
    expect(voice.queuedMs).toBe(100);
    playout.start();
    await clock.advance(99);
    expect(frames.map(({ startMs }) => startMs)).toEqual([0, 20, 40, 60, 80]);
    await clock.advance(1);
    expect(await mark).toBe('heard');
  });

  it('ends at once when it is cleared, and continues with what is written next', async () => {
    const { clock, frames, playout, voice } = setUp();
    playout.start();
    voice.write(pcmOf(10_000, 8_000), 8_000);
    const marks = [voice.mark()];
    await clock.advance(1_000);
    voice.write(pcmOf(1_000, 16_000), 16_000);
    marks.push(voice.mark());
    voice.clear();
    expect(await Promise.all(marks)).toEqual(['dropped', 'dropped']);
    expect(voice.queuedMs).toBe(0);
    const before = frames.length;
    await clock.advance(1_000);
    expect(frames).toHaveLength(before);
    voice.write(pcmOf(40, 24_000), 24_000);
    expect(await Promise.all([voice.mark(), clock.advance(100)])).toEqual(['heard', undefined]);
    expect(frames).toHaveLength(before + 2);
  });

  it('is kept up to ten minutes; what is more is dropped and counted', async () => {
    const { clock, playout, voice } = setUp();
    const minute = Buffer.alloc(8_000 * 2 * 60);
    for (let i = 0; i < 12; i++) voice.write(minute, 8_000);
    expect([voice.queuedMs, voice.droppedMs]).toEqual([maxQueuedMs, 2 * 60_000]);
    playout.start();
    await clock.advance(1_000);
    voice.write(minute, 8_000);
    expect(voice.queuedMs).toBe(maxQueuedMs);
    expect(voice.droppedMs).toBeGreaterThan(2 * 60_000 + 58_000);
  });

  it('must be whole samples', () => {
    expect(() => setUp().voice.write(Buffer.alloc(3), 8_000)).toThrow(RangeError);
  });

  it('fills the time with silence on a line that needs it', async () => {
    const { clock, frames, playout, voice } = setUp({ silence: 'sent' });
    playout.start();
    await clock.advance(99);
    voice.write(pcmOf(20, 24_000), 24_000);
    await clock.advance(100);
    expect(frames.map(({ startMs }) => startMs)).toEqual(Array.from({ length: 10 }, (_, index) => index * 20));
    expect(frames.filter(({ pcm }) => trim(pcm).length > 0)).toHaveLength(1);
    playout.end();
    expect(clock.pending()).toBe(0);
  });
});

describe('audio in a process that stalls', () => {
  it('catches up after a short stall', async () => {
    const { clock, frames, playout, voice } = setUp();
    playout.start();
    voice.write(pcmOf(1_000, 24_000), 24_000);
    await clock.advance(500);
    clock.stall(200);
    await clock.advance(1_000);
    expect(frames.map(({ startMs }) => startMs)).toEqual(Array.from({ length: 50 }, (_, index) => index * 20));
  });

  it('continues after a long stall where it was: no word is lost', async () => {
    const { clock, frames, playout, voice, heard } = setUp();
    playout.start();
    const pcm = pcmOf(1_000, 24_000);
    voice.write(pcm, 24_000);
    await clock.advance(499);
    clock.stall(3_000);
    await clock.advance(2_000);
    expect(heard()).toEqual(pcm);
    expect(frames.filter(({ startMs }) => startMs > 499 && startMs < 3_400)).toEqual([]);
  });

  it('is not heard before it was written', async () => {
    const { clock, frames, playout, voice } = setUp();
    playout.start();
    clock.stall(150);
    voice.write(pcmOf(100, 24_000), 24_000);
    await clock.advance(500);
    expect(frames[0]!.startMs).toBeGreaterThanOrEqual(150);
  });
});

describe('a mark', () => {
  it('is heard when the audio before it was, and not earlier', async () => {
    const { clock, playout, voice } = setUp();
    playout.start();
    const order: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      voice.write(pcmOf(100, 24_000), 24_000);
      void voice.mark().then((how) => order.push(`${name} ${how} at ${clock.nowMs()}`));
    }
    await clock.advance(1_000);
    expect(order).toEqual(['one heard at 100', 'two heard at 200', 'three heard at 300']);
  });

  it('is heard at once if nothing is played', async () => {
    const { playout, voice } = setUp();
    playout.start();
    expect(await voice.mark()).toBe('heard');
  });

  it('is dropped with the call', async () => {
    const { clock, playout, voice } = setUp();
    playout.start();
    voice.write(pcmOf(100, 24_000), 24_000);
    const mark = voice.mark();
    await clock.advance(50);
    playout.end();
    expect([await mark, await voice.mark()]).toEqual(['dropped', 'dropped']);
    voice.write(pcmOf(100, 24_000), 24_000);
    expect([voice.queuedMs, clock.pending()]).toEqual([0, 0]);
  });

  it('is dropped if a thousand wait already', async () => {
    const { playout, voice } = setUp();
    playout.start();
    voice.write(pcmOf(1_000, 24_000), 24_000);
    const marks = Array.from({ length: 1_001 }, () => voice.mark());
    expect(await marks.at(-1)).toBe('dropped');
    playout.end();
    await Promise.all(marks);
  });
});
