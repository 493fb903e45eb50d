import UPlot from 'uplot';
import { formatNumber, formatTick } from '../lib/format';

export const plotHeight = 180;

/** Values of one color over time. */
export interface PlotSeries {
  label: string;
  /** A color of the style sheet: `--color-accent`. */
  color: string;
  values: readonly (number | null)[];
  kind: 'bars' | 'line';
}

export interface Plot {
  /** In order, in unix ms. */
  atMs: readonly number[];
  series: readonly PlotSeries[];
  /** Places of two series between which is filled: the upper one and the lower one. */
  band?: readonly [upper: number, lower: number];
  /** Written at the axis. */
  formatValue?: (value: number) => string;
  /** The highest value of the axis; without it, a little above the highest one. */
  maxValue?: number;
  /** IANA name; by default the browser's. */
  zone?: string | undefined;
}

/** Room at both ends, in seconds: one bar alone would stand in a span of years. */
const roomOf = (atMs: readonly number[]): number => {
  const [first, second] = atMs;
  return first === undefined || second === undefined ? 3_600 : (second - first) / 1_000;
};

/** Between two marks of the axis, in seconds. */
const stepOf = ([first = 0, second = first]: readonly number[]): number => second - first;

/** Draws a chart that fills the width of its element. */
export function drawPlot(target: HTMLElement, plot: Plot): UPlot {
  const style = getComputedStyle(target);
  const color = (name: string): string => style.getPropertyValue(name);
  const { atMs, series, band, formatValue = formatNumber, maxValue, zone } = plot;
  const room = roomOf(atMs);
  const axis = { stroke: style.color, grid: { stroke: color('--color-line'), width: 1 } };
  const bars = UPlot.paths.bars?.({ size: [0.8, 60] });
  return new UPlot(
    {
      width: target.clientWidth,
      height: plotHeight,
      legend: { show: false },
      cursor: { show: false },
      tzDate: (seconds) =>
        zone === undefined ? new Date(seconds * 1_000) : UPlot.tzDate(new Date(seconds * 1_000), zone),
      scales: {
        x: { range: (_chart, first, last) => [first - room, last + room] },
        y: { range: (_chart, _low, high) => [0, maxValue ?? Math.max(1, high * 1.1)] },
      },
      axes: [
        {
          ...axis,
          space: 70,
          values: (_chart, splits) => splits.map((at) => formatTick(at * 1_000, stepOf(splits), zone)),
        },
        { ...axis, size: 60, values: (_chart, splits) => splits.map(formatValue) },
      ],
      ...(band === undefined
        ? {}
        : { bands: [{ series: [band[0] + 1, band[1] + 1], fill: `${color('--color-line')}80` }] }),
      series: [
        {},
        ...series.map(({ label, color: name, kind }) => ({
          label,
          stroke: color(name),
          points: { show: kind === 'line' && atMs.length < 60 },
          ...(kind === 'bars' ? { fill: color(name), ...(bars === undefined ? {} : { paths: bars }) } : { width: 2 }),
        })),
      ],
    },
    [atMs.map((ms) => ms / 1_000), ...series.map(({ values }) => [...values])],
    target,
  );
}
