import { createOpenDays, parseClosedDays } from '../../../../shared/domain/schedule/blackout-days';
import { findZone, type Zone } from '../../../../shared/domain/schedule/zone-offsets';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 1);
const date = (day: number): string => new Date(startMs + day * dayMs).toISOString().slice(0, 10);
const utc = findZone('UTC');
if (utc === undefined) throw new Error('UTC is a zone.');

const closedDays = (days: readonly [from: number, to: number][]) => {
  const closed = parseClosedDays(days.map(([from, to]) => ({ From: date(from), To: date(to), Name: 'Closed' })));
  if (typeof closed === 'string') throw new Error(closed);
  return closed;
};

describe('blackout days', () => {
  it('that overlap or follow each other are closed without a gap, whatever their order', () => {
    const open = createOpenDays(
      closedDays([
        [5, 5],
        [1, 3],
        [2, 2],
        [4, 4],
        [8, 9],
      ]),
      [utc],
    );
    const limitMs = startMs + 100 * dayMs;
    expect(open.opensAt(startMs + dayMs, limitMs)).toBe(startMs + 6 * dayMs);
    expect(open.closesAt(startMs + 6 * dayMs, limitMs)).toBe(startMs + 8 * dayMs);
    expect(open.opensAt(startMs + 10 * dayMs, limitMs)).toBe(startMs + 10 * dayMs);
    expect(open.closesAt(startMs + 10 * dayMs, limitMs)).toBe(limitMs);
  });

  it('are passed a span of the zone at a time, not day by day', () => {
    let looks = 0;
    const counted: Zone = { name: utc.name, spanAt: (atMs) => (looks++, utc.spanAt(atMs)) };
    const days = Array.from({ length: 366 }, (_, day): [number, number] => [day, day]);
    const open = createOpenDays(closedDays(days), [counted]);
    expect(open.opensAt(startMs, startMs + 700 * dayMs)).toBe(startMs + 366 * dayMs);
    // A span of a zone without clock changes has 64 days; each is looked at twice.
    expect(looks).toBeLessThan(30);
  });
});
