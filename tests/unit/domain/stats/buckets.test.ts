import fc from 'fast-check';
import { findZone, type Zone } from '../../../../shared/domain/schedule/zone-offsets';
import { bucketNames, bucketsIn, hourOfWeek } from '../../../../shared/domain/stats/buckets';
import { rateOf } from '../../../../shared/domain/stats/answer-rate';

const zone = (name: string): Zone => findZone(name)!;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (text: string): number => Date.parse(text);
const hoursOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }): number => (toMs - fromMs) / hourMs;

describe('the buckets of an interval', () => {
  it('cover it without gaps, in every zone, and begin at a full hour of the zone', () => {
    const zones = ['UTC', 'Europe/Helsinki', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...bucketNames),
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
        fc.integer({ min: 1, max: 9 * dayMs }),
        (name, bucket, fromMs, lengthMs) => {
          const buckets = bucketsIn({ fromMs, toMs: fromMs + lengthMs }, bucket, zone(name));
          expect(buckets[0]!.fromMs).toBeLessThanOrEqual(fromMs);
          expect(buckets[0]!.toMs).toBeGreaterThan(fromMs);
          expect(buckets.at(-1)!.toMs).toBeGreaterThanOrEqual(fromMs + lengthMs);
          expect(buckets.at(-1)!.fromMs).toBeLessThan(fromMs + lengthMs);
          for (const [index, { fromMs: start }] of buckets.entries()) {
            if (index > 0) expect(start).toBe(buckets[index - 1]!.toMs);
            const { offsetMs } = zone(name).spanAt(start);
            const local = start + offsetMs;
            if (bucket !== 'hour') expect(local % dayMs).toBe(0);
            if (bucket === 'week') expect(new Date(local).getUTCDay()).toBe(1);
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('are days of 23 and 25 hours where the clocks change', () => {
    const helsinki = zone('Europe/Helsinki');
    const spring = bucketsIn({ fromMs: at('2026-03-28T12:00:00Z'), toMs: at('2026-03-30T12:00:00Z') }, 'day', helsinki);
    expect(spring.map(hoursOf)).toEqual([24, 23, 24]);
    const autumn = bucketsIn({ fromMs: at('2026-10-24T12:00:00Z'), toMs: at('2026-10-26T12:00:00Z') }, 'day', helsinki);
    expect(autumn.map(hoursOf)).toEqual([24, 25, 24]);
    // The repeated hour is two buckets.
    const hours = bucketsIn({ fromMs: at('2026-10-25T00:00:00Z'), toMs: at('2026-10-25T02:00:00Z') }, 'hour', helsinki);
    expect(hours).toEqual([
      { fromMs: at('2026-10-25T00:00:00Z'), toMs: at('2026-10-25T01:00:00Z') },
      { fromMs: at('2026-10-25T01:00:00Z'), toMs: at('2026-10-25T02:00:00Z') },
    ]);
  });

  it('name the hour of the week by the clock of the zone', () => {
    expect(hourOfWeek(at('2026-11-23T07:15:00Z'), zone('Europe/Helsinki'))).toBe('Mo 09:00');
    expect(hourOfWeek(at('2026-11-23T03:20:00Z'), zone('Asia/Kathmandu'))).toBe('Mo 09:00');
    expect(hourOfWeek(at('2026-11-23T00:00:00Z'), zone('America/New_York'))).toBe('Su 19:00');
  });
});

describe('an answer rate', () => {
  it('is within its interval, which is within 0 and 1 and narrows with more calls', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (answered, others) => {
        const rate = rateOf(answered, answered + others);
        if (answered + others === 0) {
          expect(rate).toBeNull();
          return;
        }
        const { Rate, Low, High } = rate!;
        expect(Rate).toBe(answered / (answered + others));
        expect([0, Low, Rate, High, 1]).toEqual([0, Low, Rate, High, 1].sort((a, b) => a - b));
        const more = rateOf(answered * 10, (answered + others) * 10)!;
        expect(more.High - more.Low).toBeLessThan(High - Low);
      }),
    );
  });

  it('has the interval of Wilson: 10 of 20 at 95 % is 0.299 to 0.701, and 0 of 10 is 0 to 0.278', () => {
    expect(rateOf(10, 20)!.Low).toBeCloseTo(0.2993, 4);
    expect(rateOf(10, 20)!.High).toBeCloseTo(0.7007, 4);
    expect(rateOf(0, 10)).toMatchObject({ Rate: 0, Low: 0 });
    expect(rateOf(0, 10)!.High).toBeCloseTo(0.2775, 4);
  });
});
