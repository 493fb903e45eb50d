import { useEffect, useRef } from 'react';
import { usePreferences } from '../lib/preferences';
import { drawPlot, plotHeight, type Plot } from './plot';
import { Table, type Column } from './table';

interface ChartProps<Row> {
  /** Names the chart and its table. */
  title: string;
  /** Must stay the same one while its values do. */
  plot: Plot;
  /** The same as a table. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
}

/** A chart over time, with the same as a table. */
export function Chart<Row>({ title, plot, rows, columns, rowKey }: ChartProps<Row>) {
  const target = useRef<HTMLDivElement>(null);
  const [{ theme }] = usePreferences();
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const chart = drawPlot(element, plot);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: plotHeight }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // The colors are those of the theme.
  }, [plot, theme]);
  return (
    <div>
      {plot.series.length > 1 && <Legend plot={plot} />}
      <div ref={target} role="img" aria-label={title} className="w-full" />
      <details>
        <summary>As a table</summary>
        <Table caption={title} rows={rows} columns={columns} rowKey={rowKey} />
      </details>
    </div>
  );
}

/** Literal, because the style sheet has only the classes that are written somewhere. */
const swatches: Readonly<Record<string, string>> = {
  '--color-accent': 'bg-accent',
  '--color-good': 'bg-good',
  '--color-warn': 'bg-warn',
  '--color-line': 'bg-line',
};

const Legend = ({ plot: { series } }: { plot: Plot }) => (
  <ul className="flex flex-wrap gap-x-4">
    {series.map(({ label, color }) => (
      <li key={label} className="flex items-center gap-1">
        <span aria-hidden="true" className={`inline-block size-3 rounded-sm ${swatches[color] ?? ''}`} /> {label}
      </li>
    ))}
  </ul>
);
