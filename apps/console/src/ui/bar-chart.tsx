import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { formatInstant, formatNumber } from '../lib/format';
import { Table } from './table';

const hourSeconds = 3_600;

interface Bar {
  atMs: number;
  count: number;
}

interface BarChartProps {
  /** Names the chart and its table. */
  title: string;
  /** In order of time. */
  bars: readonly Bar[];
}

function plot(target: HTMLElement, title: string, bars: readonly Bar[]): UPlot {
  const style = getComputedStyle(target);
  const color = (name: string): string => style.getPropertyValue(name);
  const axis = { stroke: style.color, grid: { stroke: color('--color-line'), width: 1 } };
  const paths = UPlot.paths.bars?.({ size: [0.8, 60] });
  return new UPlot(
    {
      width: target.clientWidth,
      height: 180,
      legend: { show: false },
      cursor: { show: false },
      // One bar alone would stand in a span of years.
      scales: {
        x: { range: (_chart, first, last) => [first - hourSeconds, last + hourSeconds] },
        y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] },
      },
      axes: [axis, axis],
      series: [
        {},
        {
          label: title,
          stroke: color('--color-accent'),
          fill: color('--color-accent'),
          points: { show: false },
          ...(paths === undefined ? {} : { paths }),
        },
      ],
    },
    [bars.map(({ atMs }) => atMs / 1000), bars.map(({ count }) => count)],
    target,
  );
}

/** Counts over time as bars, with the same as a table. */
export function BarChart({ title, bars }: BarChartProps) {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const chart = plot(element, title, bars);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: 180 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [title, bars]);
  return (
    <div>
      <div ref={target} role="img" aria-label={title} className="w-full" />
      <details>
        <summary>As a table</summary>
        <Table
          caption={title}
          rows={bars}
          rowKey={({ atMs }) => String(atMs)}
          columns={[
            { head: 'From', cell: ({ atMs }) => formatInstant(atMs) },
            { head: 'Count', numeric: true, cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </details>
    </div>
  );
}
