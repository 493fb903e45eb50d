import fc from 'fast-check';
import { findZone } from '../../../../shared/domain/schedule/zone-offsets';
import { instantIn, zones } from './arbitraries';
import { localTime, minuteMs } from './oracle';

const everyZone = Intl.supportedValuesOf('timeZone');

/** The offset of local time from UTC, parsed from ICU's output. */
function aheadMs(zone: string, atMs: number): number {
  const local = localTime(zone, atMs);
  return Date.parse(`${local.date}T00:00Z`) + local.minute * minuteMs - Math.floor(atMs / minuteMs) * minuteMs;
}

const offsetMs = (zone: string, atMs: number): number | undefined => findZone(zone)?.spanAt(atMs).offsetMs;

describe('findZone', () => {
  it('gives the offset of any zone at any instant since 1973', () => {
    const anyInstant = fc.integer({ min: 100_000_000, max: 2_500_000_000 }).map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(fc.constantFrom(...everyZone), anyInstant, (zone, atMs) => {
        expect(offsetMs(zone, atMs)).toBe(aheadMs(zone, atMs));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the offset around every kind of change, to the minute', () => {
    const around = fc.constantFrom(...zones).chain((zone) => instantIn(zone).map((atMs) => ({ zone, atMs })));
    fc.assert(
      fc.property(around, ({ zone, atMs }) => {
        for (let ms = atMs; ms < atMs + 180 * minuteMs; ms += 17 * minuteMs)
          expect(offsetMs(zone, ms)).toBe(aheadMs(zone, ms));
      }),
      { numRuns: 100 },
    );
  });

  it('gives spans that contain their instant and follow each other without a gap', () => {
    const zone = findZone('Africa/Casablanca');
    let atMs = Date.UTC(2024, 0, 1);
    const changes: string[] = [];
    for (let span = zone?.spanAt(atMs); span && atMs < Date.UTC(2026, 0, 1); span = zone?.spanAt(atMs)) {
      expect(span.fromMs).toBeLessThanOrEqual(atMs);
      expect(span.untilMs).toBeGreaterThan(atMs);
      if (offsetMs('Africa/Casablanca', span.untilMs) !== span.offsetMs)
        changes.push(new Date(span.untilMs).toISOString());
      atMs = span.untilMs;
    }
    expect(changes).toEqual([
      '2024-03-10T02:00:00.000Z',
      '2024-04-14T02:00:00.000Z',
      '2025-02-23T02:00:00.000Z',
      '2025-04-06T02:00:00.000Z',
    ]);
  });

  it('accepts names in any case, and rejects unknown ones', () => {
    expect(offsetMs('europe/HELSINKI', 0)).toBe(offsetMs('Europe/Helsinki', 0));
    expect(findZone('Europe/Atlantis')).toBeUndefined();
    expect(findZone('')).toBeUndefined();
  });
});
