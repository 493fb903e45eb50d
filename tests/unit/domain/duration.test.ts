import fc from 'fast-check';
import { formatDuration, maxDurationMs, parseDurationMs } from '../../../shared/domain/duration';
import { runWithoutHang } from '../../support/hang';

describe('parseDurationMs', () => {
  it.each([
    ['12h30m', 45_000_000],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['0', 0],
    ['0s', 0],
    ['250ms', 250],
    ['1h1m1s1ms', 3_661_001],
    ['1m1h', 3_660_000],
    ['1h1h', 7_200_000],
    ['1500us', 2],
    ['1500µs', 2],
    ['400ns', 0],
    ['87600h', maxDurationMs],
    ['007m', 420_000],
    ['0.1s', 100],
  ])('reads %j', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(
    [
      '',
      ' ',
      '5',
      '-5m',
      '+5m',
      '5 m',
      ' 5m',
      '5m ',
      '5M',
      '5d',
      '1w',
      'h',
      '1.h',
      '.5h',
      '1..5h',
      '1e3s',
      '1,5h',
      '5m\n',
      '5m x',
      'm5',
      '٣m',
      '1h-30m',
      '87601h',
      '99999999999999999999h',
      `${'9'.repeat(400)}h`,
      'NaNs',
      'Infinitys',
      '0x10s',
      'PT5M',
    ].map((text) => [text]),
  )('rejects %j', (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  });

  it.each([
    ['digits', '1'.repeat(1_000_000)],
    ['fractions', '1.'.repeat(500_000)],
    ['numbers with units', `${`${'1'.repeat(300_000)}h`.repeat(3)}!`],
  ])('rejects a long text of %s, and does not hang at it', (_of, text) => {
    expect(runWithoutHang(() => parseDurationMs(text))).toBeUndefined();
  });

  it('never throws, and returns whole milliseconds within its bounds', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...Array.from('0123456789.hmsunµ -')) })),
        (text) => {
          const ms = parseDurationMs(text);
          if (ms === undefined) return;
          expect(Number.isInteger(ms)).toBe(true);
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(maxDurationMs);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [250, '250ms'],
    [90_000, '1m30s'],
    [45_000_000, '12h30m'],
    [3_600_001, '1h1ms'],
    [86_400_000, '24h'],
  ])('writes %d as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('writes what parseDurationMs reads back, for every whole number of milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxDurationMs }), (ms) => {
        expect(parseDurationMs(formatDuration(ms))).toBe(ms);
      }),
      { numRuns: 2000 },
    );
  });
});
