import fc from 'fast-check';
import { funnelRows, outcomeRows, plannedBars, waitingRows } from '../../../apps/console/src/lib/overview';
import { readStatsSearch } from '../../../apps/console/src/lib/stats-search';
import { gateNames } from '../../../shared/domain/schedule/gate';

const count = fc.nat(1_000_000);

describe('the overview of a campaign', () => {
  it('shows for each step of the funnel which part of the step before it is', () => {
    const rows = funnelRows({ In: 400, Attempted: 200, Answered: 50, Talked: 0, Objective: 0 });
    expect(rows.map(({ ofPrevious }) => ofPrevious)).toEqual([undefined, 0.5, 0.25, 0, undefined]);
    expect(rows.map(({ jobs }) => jobs)).toEqual([400, 200, 50, 0, 0]);
  });

  it('divides the waiting jobs into rows that add up to all of them, most jobs first', () => {
    const waiting = fc.record({
      NotPlanned: count,
      Due: count,
      Unknown: count,
      HeldBy: fc.dictionary(fc.constantFrom(...gateNames), count),
    });
    fc.assert(
      fc.property(waiting, (parts) => {
        const jobs = waitingRows({ ...parts, Jobs: 0 }).map((row) => row.jobs);
        const all = [parts.NotPlanned, parts.Due, parts.Unknown, ...Object.values(parts.HeldBy)];
        expect(jobs.reduce((sum, each) => sum + each, 0)).toBe(all.reduce((sum, each) => sum + each, 0));
        expect(jobs).toEqual([...jobs].sort((a, b) => b - a));
        expect(jobs).not.toContain(0);
      }),
    );
  });

  it('shows a gate that it does not know by its name', () => {
    const HeldBy = { NewGate: 3 } as Parameters<typeof waitingRows>[0]['HeldBy'];
    const [row] = waitingRows({ Jobs: 3, NotPlanned: 0, Due: 0, Unknown: 0, HeldBy });
    expect(row).toEqual({ gate: 'NewGate', text: 'NewGate', jobs: 3 });
  });

  it('counts a call that is due in the current hour, and none beyond the hours that are shown', () => {
    const From = (hour: number): string => new Date(hour * 3_600_000).toISOString();
    const Hours = [0, 1, 2].map((hour) => ({ From: From(hour), Calls: hour + 1 }));
    expect(plannedBars({ Overdue: 5, Hours, Later: 9 }, 2)).toEqual([
      { atMs: 0, count: 6 },
      { atMs: 3_600_000, count: 2 },
    ]);
  });

  it('shows of each outcome which part of the calls it is', () => {
    const calls = { Answered: 0, Talked: 0, Objective: 0, AnswerRate: null };
    const rows = outcomeRows([
      { Value: 'contact_busy', Attempted: 3, ...calls },
      { Value: null, Attempted: 1, ...calls },
      { Value: 'in_progress', Attempted: 0, ...calls },
    ]);
    expect(rows).toEqual([
      { outcome: 'contact_busy', calls: 3, part: 0.75 },
      { outcome: 'unknown', calls: 1, part: 0.25 },
    ]);
  });

  it('takes its interval from the address, and leaves out what it does not know', () => {
    expect(readStatsSearch({ from: '2026-11-01T00:00:00Z', bucket: 'week', by: 'x' })).toEqual({
      from: '2026-11-01T00:00:00Z',
      bucket: 'week',
    });
    expect(readStatsSearch({ bucket: 'year', to: '' })).toEqual({});
  });
});
