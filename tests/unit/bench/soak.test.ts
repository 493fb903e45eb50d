import { planJobs } from '../../../bench/soak/jobs';
import { drawSeries, growthOf } from '../../../bench/soak/samples';

describe('a soak', () => {
  it('calls what grows after the first third growth, and what warms up flat', () => {
    const warmsUp = [10, 40, 80, 100, 101, 99, 100, 100, 101];
    expect(growthOf(warmsUp)).toBeCloseTo(1, 1);
    expect(growthOf(Array.from({ length: 90 }, (_, index) => 100 + index))).toBeGreaterThan(1.15);
  });

  it('sends most jobs in the middle of the day, in order, and all within it', () => {
    const at = planJobs(1_000, 3_600).map((job) => job.at);
    expect(at).toEqual([...at].sort((one, other) => one - other));
    const within = (from: number, to: number): number => at.filter((one) => one >= from && one < to).length;
    expect(within(0, 1)).toBe(1_000);
    expect(within(0.4, 0.6)).toBeGreaterThan(2 * within(0, 0.2));
  });

  it('has every fate and waits that end within the day', () => {
    const plan = planJobs(200, 3_600);
    expect(new Set(plan.map(({ fate }) => fate))).toEqual(new Set(['called', 'canceled', 'erased', 'moved']));
    const delays = JSON.stringify(plan).match(/"MinCreationDelay":"(\d+)s"/g) ?? [];
    expect(delays.length).toBeGreaterThan(60);
    expect(plan.every(({ fate, body }) => fate === 'called' || JSON.stringify(body).includes('MinCreationDelay'))).toBe(
      true,
    );
  });

  it('draws a line for each process', () => {
    const svg = drawSeries('Memory', [
      {
        name: 'API',
        points: [
          [0, 1],
          [60, 2],
        ],
      },
      {
        name: 'worker',
        points: [
          [0, 2],
          [60, 3],
        ],
      },
    ]);
    expect(svg.match(/<polyline/g)).toHaveLength(2);
  });
});
