import { appendFileSync } from 'node:fs';

/** One line of the report: a ratio or a count, with its target. */
export interface Measured {
  what: string;
  /** The absolute numbers behind the value; they mean nothing on another machine. */
  detail: string;
  value: number;
  /** If absent, the value is shown without a verdict. */
  target?: { atLeast: number } | { atMost: number } | undefined;
}

/** `ok` or `MISSED`; empty without a target. */
export const verdictOf = ({ value, target }: Pick<Measured, 'value' | 'target'>): string => {
  if (target === undefined) return '';
  return ('atLeast' in target ? value >= target.atLeast : value <= target.atMost) ? 'ok' : 'MISSED';
};
export const formatTarget = ({ target }: Pick<Measured, 'target'>): string => {
  if (target === undefined) return '-';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
};
export const formatValue = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** Formats a table of values, targets and verdicts. */
export function formatTable(lines: readonly Measured[]): string {
  const rows = [
    ['what', 'measured', 'target', '', 'from'],
    ...lines.map((line) => [line.what, formatValue(line.value), formatTarget(line), verdictOf(line), line.detail]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The file in which a bench leaves its results for `npm run bench`, which runs it as a process of its own: a line of JSON each. */
const resultsFile = 'OUTDIAL_BENCH_FILE';

/** Prints results as a table, and leaves them for `npm run bench`. @returns the exit code: 1 if a target is missed */
export function report(bench: string, lines: readonly Measured[]): number {
  console.log(formatTable(lines));
  recordResults(bench, lines);
  return countMissed(lines) > 0 ? 1 : 0;
}

/** Leaves results for `npm run bench`, if that runs this process. */
export function recordResults(bench: string, lines: readonly Measured[]): void {
  const file = process.env[resultsFile];
  if (file) appendFileSync(file, lines.map((line) => `${JSON.stringify({ bench, ...line })}\n`).join(''));
}

export const countMissed = (lines: readonly Measured[]): number =>
  lines.filter((line) => verdictOf(line) === 'MISSED').length;
