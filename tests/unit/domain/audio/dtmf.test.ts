import * as fc from 'fast-check';
import { dtmfColumns, dtmfKeys, dtmfRows, planDtmf, synthesizeDtmf } from '../../../../shared/domain/audio/dtmf';
import { createDtmfDetector } from '../../../../shared/domain/audio/dtmf-detector';
import { alaw, mulaw } from '../../../../shared/domain/audio/g711';
import { amplitudeOf } from '../../../../shared/domain/audio/level';

const detect = (samples: Int16Array, sizes: number[] = []): string => {
  const detector = createDtmfDetector();
  let found = '';
  let at = 0;
  for (const size of [...sizes, samples.length]) {
    for (const { digit } of detector.push(samples.subarray(at, at + size))) found += digit;
    at = Math.min(samples.length, at + size);
  }
  return found;
};
interface Key {
  /** The factor of each frequency. */
  low?: number;
  high?: number;
  ms?: number;
  /** The levels in dBm0. */
  lowLevel?: number;
  highLevel?: number;
  /** Silence before, so that blocks begin anywhere in the tone. */
  leadSamples?: number;
}
/** A key by formula, not by the function of the service: row and column from 0 to 3. */
function keyTone(row: number, column: number, key: Key = {}): Int16Array {
  const { low = 1, high = 1, ms = 60, lowLevel = -10, highLevel = -10, leadSamples = 0 } = key;
  const [a, b] = [amplitudeOf(lowLevel), amplitudeOf(highLevel)];
  const [f, g] = [dtmfRows[row]! * low, dtmfColumns[column]! * high];
  const sound = (t: number) => a * Math.sin(2 * Math.PI * f * t) + b * Math.sin(2 * Math.PI * g * t + 1);
  return Int16Array.from({ length: leadSamples + ms * 8 + 400 }, (_, i) =>
    i < leadSamples || i >= leadSamples + ms * 8 ? 0 : Math.round(sound(i / 8_000)),
  );
}
const keys = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3].map((column) => ({ row, column, digit: dtmfKeys[row]![column]! })),
);
const leads = [0, 7, 20, 33, 46];
/** What is found of every key at every position in a block, in order. */
const detectAll = (key: Key): string[] =>
  keys.flatMap(({ row, column, digit }) =>
    leads.map((leadSamples) => detect(keyTone(row, column, { ...key, leadSamples })).replace(digit, 'found')),
  );
const all = (value: string): string[] => Array.from({ length: keys.length * leads.length }, () => value);

describe('digits in the audio', () => {
  it('are found in what the service itself sends, after G.711, in frames of any size', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...dtmfKeys.flatMap((row) => row.split(''))),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        digits,
        fc.array(fc.nat(300), { maxLength: 20 }),
        fc.constantFrom(mulaw, alaw),
        (sent, sizes, codec) => {
          const heard = codec.decode(codec.encode(synthesizeDtmf(sent, 8_000)));
          expect(detect(heard, sizes)).toBe(sent);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are found at other rates, with the instant at which they began', () => {
    for (const rate of [16_000, 24_000] as const) {
      const found = createDtmfDetector(rate).push(synthesizeDtmf('w5W9', rate));
      expect(found.map(({ digit }) => digit)).toEqual(['5', '9']);
      expect(Math.abs(found[0]!.startMs - 500)).toBeLessThan(15);
      expect(Math.abs(found[1]!.startMs - 1_700)).toBeLessThan(15);
    }
  });

  it('are found from 40 ms on, and never below 24 ms', () => {
    expect(detectAll({ ms: 40 })).toEqual(all('found'));
    expect(detectAll({ ms: 23 })).toEqual(all(''));
  });

  it('are found if the frequencies are off by 1.5 %, not if by 3.5 %', () => {
    for (const factor of [0.985, 1.015]) expect(detectAll({ low: factor, high: factor })).toEqual(all('found'));
    for (const factor of [0.965, 1.035]) expect(detectAll({ low: factor, high: factor })).toEqual(all(''));
  });

  it('are found within the allowed twist only', () => {
    expect(detectAll({ lowLevel: -10, highLevel: -18 })).toEqual(all('found'));
    expect(detectAll({ lowLevel: -14, highLevel: -10 })).toEqual(all('found'));
    expect(detectAll({ lowLevel: -10, highLevel: -22 })).toEqual(all(''));
    expect(detectAll({ lowLevel: -18, highLevel: -10 })).toEqual(all(''));
  });

  it('are found down to -25 dBm0, and not below -30 dBm0', () => {
    expect(detectAll({ lowLevel: -25, highLevel: -25 })).toEqual(all('found'));
    expect(detectAll({ lowLevel: -30, highLevel: -30 })).toEqual(all(''));
  });

  it('are one digit across an interruption of 10 ms, and two after a pause of 40 ms', () => {
    const twice = (gapMs: number): string => detect(synthesizeDtmf('77', 8_000, { toneMs: 60, gapMs }));
    expect([twice(10), twice(40)]).toEqual(['7', '77']);
  });

  it('are not found in noise, single tones, or other pairs', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const noise = Int16Array.from({ length: 80_000 }, () => (random() - 0.5) * 20_000);
    expect(detect(noise)).toBe('');
    const pair = (f: number, g: number) =>
      Int16Array.from(
        { length: 4_000 },
        (_, i) => 6_000 * (Math.sin((2 * Math.PI * f * i) / 8_000) + Math.sin((2 * Math.PI * g * i) / 8_000)),
      );
    for (const [f, g] of [
      [697, 697],
      [1_209, 1_209],
      [697, 852],
      [1_209, 1_477],
      [440, 480],
      [350, 440],
      [480, 620],
    ] as const)
      expect(detect(pair(f, g))).toBe('');
  });
});

describe('digits to send', () => {
  it('are keys and pauses, in order', () => {
    expect(planDtmf('1wW#')).toEqual([
      { key: '1', ms: 100 },
      { ms: 100 },
      { ms: 500 },
      { ms: 1_000 },
      { key: '#', ms: 100 },
      { ms: 100 },
    ]);
  });

  it.each(['', '12x', '1 2', '١'])('are refused if they are "%s", without repeating them', (digits) => {
    expect(() => planDtmf(digits)).toThrow('Digits to send are one or more of 0-9, A-D, *, #, and the pauses w and W.');
  });
});
