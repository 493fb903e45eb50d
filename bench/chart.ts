import { formatTarget, formatValue, verdictOf } from './report';
import { latestResults, type Result, type Run } from './runs';

const engines = { 'dev-server': 'dev server', cluster: 'cluster' } as const satisfies Record<Run['engine'], string>;
const engineNames = Object.keys(engines) as Run['engine'][];

const cellOf = (result: Result | undefined): string => {
  if (result === undefined) return '';
  if (result.value === null) return 'not measured';
  const value = formatValue(result.value);
  return verdictOf({ value: result.value, target: result.target }) === 'MISSED' ? `${value} (missed)` : value;
};

const targetOf = (byEngine: Partial<Record<Run['engine'], Result>>): Result['target'] =>
  engineNames.map((engine) => byEngine[engine]?.target).find((target) => target !== undefined);

/** The latest results of both engines beside each other, as a table of Markdown. */
export function formatComparison(runs: readonly Run[]): string {
  const rows = latestResults(runs).map(({ what, byEngine }) => {
    const detail = engineNames.map((engine) => byEngine[engine]?.detail ?? '').find((text) => text !== '') ?? '';
    return [
      what,
      ...engineNames.map((engine) => cellOf(byEngine[engine])),
      formatTarget({ target: targetOf(byEngine) }),
      detail,
    ];
  });
  const head = ['what', ...engineNames.map((engine) => engines[engine]), 'target', 'from'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * How a result compares with its target: 1 meets it exactly, 2 is twice as good, 0.5 half as good. `undefined` where there is
 * no target, or one of zero.
 */
export function shareOfTarget({ value, target }: Pick<Result, 'value' | 'target'>): number | undefined {
  if (value === null || target === undefined) return undefined;
  if ('atLeast' in target) return target.atLeast > 0 ? value / target.atLeast : undefined;
  return target.atMost > 0 ? target.atMost / Math.max(value, target.atMost / mostShown) : undefined;
}

/** What is better than this is drawn as if it were as good as this. */
const mostShown = 4;
const size = { label: 430, bars: 360, bar: 9, gap: 9, margin: 16, head: 56 } as const;
const colors = { 'dev-server': '#2563eb', cluster: '#ea580c' } as const satisfies Record<Run['engine'], string>;
const font = 'font-family="system-ui, sans-serif" font-size="12"';
const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** All results that have a target, as bars of an SVG: a bar that reaches the line meets its target. */
export function drawComparison(runs: readonly Run[]): string {
  const rows = latestResults(runs).filter(({ byEngine }) =>
    engineNames.some((engine) => byEngine[engine] && shareOfTarget(byEngine[engine]) !== undefined),
  );
  const rowHeight = engineNames.length * (size.bar + 1) + size.gap;
  const [width, height] = [size.label + size.bars + 90, size.head + rows.length * rowHeight + size.margin];
  const xOf = (share: number): number => size.label + (Math.min(share, mostShown) / mostShown) * size.bars;
  const text = (x: number, y: number, content: string, more = ''): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${font} fill="currentColor" ${more}>${escape(content)}</text>`;
  const bars = rows.flatMap(({ what, byEngine }, row) => {
    const top = size.head + row * rowHeight;
    const label = what.length > 66 ? `${what.slice(0, 65)}…` : what;
    return [
      text(size.label - 8, top + size.bar + 3, label, 'text-anchor="end"'),
      ...engineNames.flatMap((engine, index) => {
        const result = byEngine[engine];
        const share = result && shareOfTarget(result);
        if (result === undefined || share === undefined) return [];
        const y = top + index * (size.bar + 1);
        const length = Math.max(1, xOf(share) - size.label);
        return [
          `<rect x="${size.label}" y="${y}" width="${length.toFixed(1)}" height="${size.bar}" fill="${colors[engine]}"/>`,
          text(size.label + length + 4, y + size.bar - 1, cellOf(result), 'opacity="0.8"'),
        ];
      }),
    ];
  });
  const legend = engineNames.flatMap((engine, index) => [
    `<rect x="${size.label + index * 120}" y="12" width="10" height="10" fill="${colors[engine]}"/>`,
    text(size.label + index * 120 + 16, 21, engines[engine]),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" color="#6b7280" role="img">`,
    '<title>Results of the benches as a share of their targets</title>',
    ...legend,
    text(xOf(1), size.head - 12, 'target', 'text-anchor="middle"'),
    `<line x1="${xOf(1)}" x2="${xOf(1)}" y1="${size.head - 8}" y2="${height - size.margin}" stroke="currentColor" stroke-dasharray="3 3"/>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}
