import { useMemo } from 'react';
import { formatInstant, formatNumber } from '../lib/format';
import { useZone } from '../lib/preferences';
import { Chart } from './chart';
import type { Plot } from './plot';

interface Bar {
  /** Unix ms. */
  atMs: number;
  count: number;
}

interface BarChartProps {
  /** Names the chart and its table. */
  title: string;
  /** In order of time; the same ones while their values are. */
  bars: readonly Bar[];
  /** The contact's zone, an IANA name. */
  contactZone?: string | undefined;
}

/** Counts over time as bars, with the same as a table. */
export function BarChart({ title, bars, contactZone }: BarChartProps) {
  const zone = useZone(contactZone);
  const plot = useMemo<Plot>(
    () => ({
      atMs: bars.map(({ atMs }) => atMs),
      series: [{ label: title, color: '--color-accent', kind: 'bars', values: bars.map(({ count }) => count) }],
      zone,
    }),
    [bars, title, zone],
  );
  return (
    <Chart
      title={title}
      plot={plot}
      rows={bars}
      rowKey={({ atMs }) => String(atMs)}
      columns={[
        { head: 'From', cell: ({ atMs }) => formatInstant(atMs, zone) },
        { head: 'Count', numeric: true, cell: ({ count }) => formatNumber(count) },
      ]}
    />
  );
}
