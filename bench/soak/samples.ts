import { sizeOf } from '../../tests/support/seeds/size';
import { median } from '../load';

/** What a process holds at one moment. */
export interface Sample {
  /** Since the first job. */
  seconds: number;
  /** Resident memory, in MB. */
  memory: number;
  /** Open files and sockets. */
  handles: number;
}

/** Reads what a process holds. @throws if it does not run */
export function readSample(pid: number, seconds: number): Sample {
  const size = sizeOf(pid);
  if (size === undefined) throw new Error(`The process ${pid} does not run any more.`);
  return { seconds: Math.round(seconds), memory: size.megabytes, handles: size.handles };
}

/** How much larger a series is in its last third than in its second; its first third warms up. 1 is flat. */
export function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  return median(values.slice(2 * third)) / median(values.slice(third, 2 * third));
}

const size = { width: 760, height: 220, left: 60, top: 28, bottom: 28 } as const;
const colors = ['#2563eb', '#ea580c', '#16a34a'];
const font = 'font-family="system-ui, sans-serif" font-size="12" fill="currentColor"';

/** Draws series over the time as an SVG. */
export function drawSeries(
  title: string,
  series: readonly { name: string; points: readonly (readonly [seconds: number, value: number])[] }[],
): string {
  const all = series.flatMap(({ points }) => points);
  const [lastSecond, highest] = [Math.max(1, ...all.map(([at]) => at)), Math.max(1, ...all.map(([, value]) => value))];
  const x = (at: number) => size.left + (at / lastSecond) * (size.width - size.left - 16);
  const y = (value: number) => size.height - size.bottom - (value / highest) * (size.height - size.top - size.bottom);
  const lines = series.map(({ points }, index) => {
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colors[index % colors.length]}" stroke-width="1.5"/>`;
  });
  const legend = series.map(
    ({ name }, index) =>
      `<text x="${size.left + 200 + index * 150}" y="16" ${font.replace('currentColor', colors[index % colors.length]!)}>${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" color="#6b7280" role="img">`,
    `<title>${title}</title>`,
    `<text x="${size.left}" y="16" ${font}>${title}</text>`,
    `<text x="${size.left - 6}" y="${y(highest) + 4}" text-anchor="end" ${font}>${Math.round(highest)}</text>`,
    `<text x="${size.left - 6}" y="${y(0) + 4}" text-anchor="end" ${font}>0</text>`,
    `<text x="${size.width - 16}" y="${size.height - 8}" text-anchor="end" ${font}>${Math.round(lastSecond / 60)} min</text>`,
    `<line x1="${size.left}" x2="${size.width - 16}" y1="${y(0)}" y2="${y(0)}" stroke="currentColor"/>`,
    ...lines,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}
