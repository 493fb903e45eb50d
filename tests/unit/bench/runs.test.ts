import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawComparison, formatComparison, shareOfTarget } from '../../../bench/chart';
import { keepRun, latestResults, parseResults, readRuns, type Run } from '../../../bench/runs';

const result = { bench: 'starts', what: 'POST ÷ bare <starts>', detail: '50/s ÷ 100/s', value: 0.5 };
const run = (at: string, fields: Partial<Run> = {}): Run => ({
  at,
  engine: 'dev-server',
  commit: 'abc',
  node: 'v20',
  cpus: 2,
  load: 0.1,
  results: [{ ...result, target: { atLeast: 0.4 } }],
  ...fields,
});
const morning = run('2026-01-01T08:00:00.000Z');
const noon = run('2026-01-01T12:00:00.000Z', {
  engine: 'cluster',
  results: [{ ...result, value: 0.3, target: { atLeast: 0.4 } }],
});

describe('the runs of the benches', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'outdial-runs-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are kept as they were, and read in the order of time', () => {
    for (const one of [noon, morning]) keepRun(folder, one);
    expect(readRuns(folder)).toEqual([morning, noon]);
  });

  it('take the lines of the benches, also of a value that could not be measured', () => {
    const lines = [result, { ...result, value: NaN }].map((line) => JSON.stringify(line)).join('\n');
    expect(parseResults(`${lines}\n`).map(({ value }) => value)).toEqual([0.5, null]);
    expect(() => parseResults('{"bench":"starts"}\n')).toThrow();
  });

  it('have the latest result of each engine in one row, and a part that ran alone keeps the others', () => {
    const evening = run('2026-01-01T18:00:00.000Z', { results: [{ ...result, value: 0.6 }] });
    const other = run('2026-01-01T19:00:00.000Z', { results: [{ ...result, what: 'GET', value: 1 }] });
    expect(latestResults([morning, noon, evening, other])).toMatchObject([
      { what: result.what, byEngine: { 'dev-server': { value: 0.6 }, cluster: { value: 0.3 } } },
      { what: 'GET', byEngine: { 'dev-server': { value: 1 } } },
    ]);
  });

  it('stand beside each other in one table, with their target and whether it is missed', () => {
    const row = formatComparison([morning, noon]).split('\n').at(-1);
    expect(row).toBe('| POST ÷ bare <starts> | 0.50 | 0.30 (missed) | ≥ 0.4 | 50/s ÷ 100/s |');
  });

  it.each([
    [{ value: 0.8, target: { atLeast: 0.4 } }, 2],
    [{ value: 2, target: { atMost: 1 } }, 0.5],
    [{ value: 0, target: { atMost: 1 } }, 4],
    [{ value: 0, target: { atMost: 0 } }, undefined],
    [{ value: null, target: { atMost: 1 } }, undefined],
    [{ value: 1 }, undefined],
  ])('compare with their targets so that 1 meets it: %j is %p', (measured, share) => {
    expect(shareOfTarget(measured)).toBe(share);
  });

  it('are drawn with a bar for each engine, and with escaped names', () => {
    const svg = drawComparison([morning, noon]);
    expect(svg).toContain('POST ÷ bare &lt;starts&gt;');
    expect(svg.match(/<rect /g)).toHaveLength(2 + 2);
    expect(svg).toContain('0.30 (missed)');
  });
});
