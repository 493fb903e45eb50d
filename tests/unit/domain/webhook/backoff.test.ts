import fc from 'fast-check';
import { waitAfterAttemptMs, webhookRetry } from '../../../../shared/domain/webhook/backoff';
import { parseRetryAfterMs } from '../../../../shared/domain/webhook/retry-after';

const sixHoursMs = 6 * 3_600_000;
const attempts = fc.integer({ min: 1, max: 19 });

describe('waitAfterAttemptMs', () => {
  it('waits 5 s, three times as long each time, at most 6 h, and not after the twentieth', () => {
    const waits = Array.from({ length: 20 }, (_, index) => waitAfterAttemptMs(index + 1));
    expect(waits.slice(0, 9).map((ms) => (ms ?? 0) / 1000)).toEqual([5, 15, 45, 135, 405, 1215, 3645, 10935, 21600]);
    expect(waits.slice(8, 19)).toEqual(Array(11).fill(sixHoursMs));
    expect(waits[19]).toBeUndefined();
    const totalSeconds = waits.slice(0, 19).reduce<number>((sum, ms) => sum + (ms ?? 0), 0) / 1000;
    expect(totalSeconds).toBe(254_000);
  });

  it('is lengthened by what a receiver asks for, never shortened, and never beyond six hours', () => {
    fc.assert(
      fc.property(attempts, fc.double({ min: 0, max: 1e15, noNaN: true }), (attempt, asked) => {
        const planned = waitAfterAttemptMs(attempt) ?? 0;
        const wait = waitAfterAttemptMs(attempt, asked) ?? 0;
        expect(wait).toBeGreaterThanOrEqual(planned);
        expect(wait).toBeLessThanOrEqual(webhookRetry.maximumIntervalMs);
        expect(wait).toBe(Math.max(planned, Math.min(asked, sixHoursMs)));
      }),
    );
  });
});

describe('retryAfterMs', () => {
  const nowMs = Date.UTC(2026, 10, 21, 8);

  it('reads whole seconds', () => {
    fc.assert(
      fc.property(fc.nat(1e9), (seconds) => expect(parseRetryAfterMs(` ${seconds} `, nowMs)).toBe(seconds * 1000)),
    );
  });

  it('reads an HTTP date, and a past one as now', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 1e8 }), (seconds) => {
        const date = new Date(nowMs + seconds * 1000).toUTCString();
        expect(parseRetryAfterMs(date, nowMs)).toBe(Math.max(0, seconds * 1000));
      }),
    );
  });

  it('ignores everything else', () => {
    const garbage = ['', '-5', '1.5', '1e3', '0x10', 'soon', 'NaN', 'Infinity', '2026-11-21T08:00:00Z', '9'.repeat(16)];
    for (const text of garbage) expect(parseRetryAfterMs(text, nowMs)).toBeUndefined();
    expect(parseRetryAfterMs('Sun, 99 Nov 2026 08:49:37 GMT', nowMs)).toBeUndefined();
    expect(parseRetryAfterMs(undefined, nowMs)).toBeUndefined();
  });

  it('gives a wait that a schedule can take, or nothing, whatever a receiver sends', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789 -:.,GMTSunNov'.split('')) })),
        (text) => {
          const asked = parseRetryAfterMs(text, nowMs);
          if (asked !== undefined) expect(Number.isFinite(asked) && asked >= 0).toBe(true);
        },
      ),
    );
  });
});
