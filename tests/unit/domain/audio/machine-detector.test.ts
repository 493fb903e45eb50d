import { alaw, mulaw } from '../../../../shared/domain/audio/g711';
import type { MachineEvent } from '../../../../shared/domain/audio/machine-detection';
import { createMachineDetector, type MachineDetectorOptions } from '../../../../shared/domain/audio/machine-detector';
import { tones } from '../../../../shared/domain/audio/tones';
import { concat, type Part, silence, sine, sound, speech, withNoise } from '../../../support/audio-clips';

interface Listening extends MachineDetectorOptions {
  codec?: typeof mulaw;
}
/** Pushes a clip, after G.711 if it is at 8 kHz, in frames of 20 ms from the answer on. */
function detect(parts: Part[], { codec = mulaw, ...options }: Listening = {}): MachineEvent[] {
  const rate = options.rate ?? 8_000;
  const clip = concat(parts, rate);
  const heard = rate === 8_000 ? codec.decode(codec.encode(clip)) : clip;
  const detector = createMachineDetector(options);
  const events: MachineEvent[] = [];
  const samples = rate / 50;
  for (let at = 0; at + samples <= heard.length; at += samples)
    events.push(...detector.push(heard.subarray(at, at + samples), (at / samples) * 20));
  return events;
}
const verdictOf = (events: MachineEvent[]) => events.find((event) => event.type === 'machine');
const beepsOf = (events: MachineEvent[]) => events.filter((event) => event.type === 'beep');
const namesOf = (events: MachineEvent[]) => events.flatMap((event) => (event.type === 'tone' ? [event.name] : []));

describe('who answered', () => {
  it('is a human after a short greeting and 1.2 s of silence', () => {
    for (const codec of [mulaw, alaw]) {
      const verdict = verdictOf(detect([silence(400), speech(1_000), silence(3_000)], { codec }));
      expect(verdict).toMatchObject({ verdict: 'human', cause: 'short_greeting' });
      expect(Math.abs(verdict!.atMs - (400 + 1_000 + 1_200))).toBeLessThan(100);
    }
  });

  it('is a machine as soon as the greeting is longer than 2.4 s, with pauses in it', () => {
    const verdict = verdictOf(detect([silence(400), speech(1_200), silence(600), speech(2_000), silence(2_000)]));
    expect(verdict).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    expect(Math.abs(verdict!.atMs - (400 + 2_400))).toBeLessThan(100);
  });

  it('is a machine when there is a beep, however short the greeting was', () => {
    const events = detect([silence(300), speech(1_000), silence(600), sine(1_000, 900), silence(2_000)]);
    expect(verdictOf(events)).toMatchObject({ verdict: 'machine', cause: 'beep' });
  });

  it('is unknown after 5 s without speech', () => {
    const expected = { type: 'machine', verdict: 'unknown', cause: 'silence', confidence: 0, atMs: 5_000 };
    expect(detect([silence(8_000)])).toEqual([expected]);
    const detector = createMachineDetector();
    expect([...detector.tick(4_999), ...detector.tick(5_010), ...detector.tick(6_000)]).toEqual([
      { ...expected, atMs: 5_010 },
    ]);
  });

  it('is unknown when detection times out while the contact speaks', () => {
    const options = { MachineDetectionTimeout: 3, MachineDetectionSpeechThreshold: 6_000 };
    const events = detect([speech(5_000)], options);
    expect(events).toEqual([{ type: 'machine', verdict: 'unknown', cause: 'timeout', confidence: 0, atMs: 3_000 }]);
  });

  it('is decided alike at every rate', () => {
    for (const rate of [8_000, 16_000, 24_000] as const) {
      const events = detect([silence(400), speech(3_200), silence(500), sine(1_000, 400), silence(1_000)], { rate });
      expect(verdictOf(events)).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
      expect(beepsOf(events)).toHaveLength(1);
    }
  });

  it('is decided alike on quiet, loud and noisy lines', () => {
    for (const level of [300, 1_000, 10_000]) {
      expect(verdictOf(detect([silence(400), speech(1_000, level), silence(3_000)]))?.verdict).toBe('human');
      expect(verdictOf(detect([silence(400), speech(3_200, level), silence(500)]))?.verdict).toBe('machine');
    }
    const noisy = (ms: number) => detect([withNoise(300, silence(1_500), speech(ms), silence(3_000))]);
    expect(verdictOf(noisy(1_000))).toMatchObject({ verdict: 'human', cause: 'short_greeting' });
    expect(verdictOf(noisy(3_200))).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    // Here the noise is found only after the speech, with which it began.
    const sudden = detect([withNoise(600, speech(1_000, 10_000), silence(3_000))]);
    expect(verdictOf(sudden)).toMatchObject({ verdict: 'human', cause: 'short_greeting' });
  });

  it('is surer the shorter the greeting, and the fewer pauses', () => {
    const confidenceOf = (...parts: Part[]) => verdictOf(detect([silence(200), ...parts, silence(3_000)]))!.confidence;
    expect(confidenceOf(speech(600))).toBeGreaterThan(confidenceOf(speech(2_000)));
    expect(confidenceOf(speech(4_000))).toBeGreaterThan(confidenceOf(speech(400), silence(1_000), speech(2_000)));
  });

  it('does not depend on clicks, nor on noise, hum or rumble', () => {
    const click: Part = () => Int16Array.from({ length: 160 }, (_, i) => (i % 2 === 0 ? 9_000 : -9_000));
    const clicks = Array.from({ length: 10 }, () => [silence(500), click]).flat();
    const noise = withNoise(800, silence(6_000));
    const rumble = Array.from({ length: 10 }, () => [sine(50, 300, -34), silence(300)]).flat();
    for (const parts of [clicks, [noise], [sine(50, 6_000, -15)], rumble])
      expect(verdictOf(detect(parts))).toMatchObject({ verdict: 'unknown', cause: 'silence' });
  });

  it('follows the thresholds that the campaign sets', () => {
    const parts = [silence(400), speech(1_600), silence(3_000)];
    expect(verdictOf(detect(parts, { MachineDetectionSpeechThreshold: 1_000 }))?.verdict).toBe('machine');
    const late = verdictOf(detect(parts, { MachineDetectionSpeechEndThreshold: 2_500 }));
    expect(Math.abs(late!.atMs - (400 + 1_600 + 2_500))).toBeLessThan(100);
    const silent = verdictOf(detect([silence(4_000)], { MachineDetectionSilenceTimeout: 2_000 }));
    expect(silent?.atMs).toBe(2_000);
  });
});

describe('the beep', () => {
  it.each([440, 620, 850, 1_000, 1_400, 2_000])(
    'of %i Hz is found at its end, from 180 ms on, also in noise',
    (hertz) => {
      for (const ms of [180, 500, 1_400]) {
        const greeting = [silence(300), speech(3_000), silence(400)];
        for (const parts of [
          [...greeting, sine(hertz, ms), silence(1_000)],
          [withNoise(100, ...greeting, sine(hertz, ms), silence(1_000))],
        ]) {
          const [beep, ...more] = beepsOf(detect(parts));
          expect(more).toEqual([]);
          expect(Math.abs(beep!.atMs - (3_700 + ms))).toBeLessThanOrEqual(30);
          expect(Math.abs(beep!.hertz - hertz)).toBeLessThan(8);
        }
      }
    },
  );

  it('is found without a greeting, and after the verdict was unknown', () => {
    expect(detect([silence(1_000), sine(1_000, 400), silence(1_000)]).map(({ type }) => type)).toEqual([
      'beep',
      'machine',
    ]);
    expect(detect([silence(6_000), sine(1_000, 400), silence(1_000)]).map(({ type }) => type)).toEqual([
      'machine',
      'beep',
    ]);
  });

  it('is preceded by pauses, which say since when the machine is silent', () => {
    const events = detect([
      silence(200),
      speech(3_000),
      silence(1_500),
      speech(1_000),
      silence(1_500),
      sine(900, 300),
      silence(2_000),
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      'machine',
      'greeting_paused',
      'greeting_resumed',
      'greeting_paused',
      'beep',
    ]);
    const [first, second] = events.flatMap((event) => (event.type === 'greeting_paused' ? [event.sinceMs] : []));
    expect(Math.abs(first! - 3_200)).toBeLessThan(100);
    expect(Math.abs(second! - 5_700)).toBeLessThan(100);
  });
});

describe('tones that are no beep', () => {
  const information = [sine(950, 330), sine(1_400, 330), sine(1_800, 330)];
  it.each<[string, Part[], string, string]>([
    ['European ringback', [sound(tones.ringback, 7_000)], 'call_progress', 'unknown'],
    [
      'ringback at the limits of its frequency',
      [sine(417, 1_000), silence(4_000), sine(433, 1_000)],
      'call_progress',
      'unknown',
    ],
    ['North American ringback', [sound(tones.ringbackNorthAmerica, 9_000)], 'call_progress', 'unknown'],
    ['British ringback', [sound({ hertz: [400, 450], onMs: 400, offMs: 200 }, 7_000)], 'call_progress', 'unknown'],
    ['European busy', [sound(tones.busy, 7_000)], 'call_progress', 'unknown'],
    ['North American busy', [sound(tones.busyNorthAmerica, 7_000)], 'call_progress', 'unknown'],
    [
      'North American dial tone',
      [sound({ hertz: [350, 440], onMs: Infinity, offMs: 0 }, 7_000)],
      'call_progress',
      'unknown',
    ],
    ['a calling fax', [silence(500), sound(tones.faxCalling, 5_000)], 'fax_calling', 'machine'],
    ['an answering fax', [silence(500), sound(tones.faxAnswer, 4_000), silence(2_000)], 'fax_answer', 'machine'],
    ['an announcement of the network', [silence(200), ...information, speech(2_000)], 'special_information', 'machine'],
    [
      'an announcement with gaps',
      [...information.flatMap((tone) => [tone, silence(20)]), silence(500)],
      'special_information',
      'machine',
    ],
    ['a test tone', [sine(1_004, 6_000), silence(500)], 'continuous', 'unknown'],
  ])('%s', (_, parts, name, verdict) => {
    const events = detect(parts);
    expect(namesOf(events)).toEqual([name]);
    expect(beepsOf(events)).toEqual([]);
    expect(verdictOf(events)?.verdict).toBe(verdict);
  });

  it('do not hide a human who answers after them', () => {
    const events = detect([sound(tones.ringback, 2_000), speech(1_000), silence(2_000)]);
    expect(verdictOf(events)).toMatchObject({ verdict: 'human' });
  });

  it('are not confused with keys that the contact presses', () => {
    const key = sound({ hertz: [770, 1_336], onMs: 100, offMs: 100 }, 1_000);
    expect(beepsOf(detect([silence(500), key, silence(1_000)]))).toEqual([]);
  });
});

describe('the detector', () => {
  it('takes missing frames for silence and ignores old ones', () => {
    const detector = createMachineDetector();
    const clip = speech(1_000)(8_000);
    for (let n = 0; n < 50; n++) detector.push(clip.subarray(n * 160, n * 160 + 160), n * 20);
    expect(verdictOf(detector.push(new Int16Array(160), 3_000))).toMatchObject({ verdict: 'human' });

    const delayed = createMachineDetector();
    delayed.tick(2_000);
    for (let n = 0; n < 50; n++) delayed.push(clip.subarray(n * 160, n * 160 + 160), n * 20);
    expect(verdictOf(delayed.tick(5_000))).toMatchObject({ verdict: 'unknown' });
  });

  it('is done after its timeout, and then returns nothing', () => {
    const detector = createMachineDetector({ MachineDetectionTimeout: 3 });
    detector.tick(2_999);
    expect(detector.isDone).toBe(false);
    expect(detector.tick(3_000)).toHaveLength(1);
    expect(detector.isDone).toBe(true);
    expect(detector.push(new Int16Array(160), 3_020)).toEqual([]);
  });

  it.each([
    [{ MachineDetectionTimeout: 60 }, 'MachineDetectionTimeout is an integer from 3 to 59, not 60.'],
    [
      { MachineDetectionSpeechThreshold: 999 },
      'MachineDetectionSpeechThreshold is an integer from 1000 to 6000, not 999.',
    ],
    [{ MachineDetectionSpeechEndThreshold: 600.5 }, 'from 500 to 5000, not 600.5.'],
    [{ MachineDetectionSilenceTimeout: NaN }, 'from 2000 to 10000, not NaN.'],
  ])('refuses %j', (options, message) => {
    expect(() => createMachineDetector(options)).toThrow(message);
  });

  it('refuses a frame of another length', () => {
    const detector = createMachineDetector({ rate: 16_000 });
    expect(() => detector.push(new Int16Array(160), 0)).toThrow(
      'A frame of 20 ms at 16000 Hz has 320 samples, not 160.',
    );
  });
});
