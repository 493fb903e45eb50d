/** One line of the report: a ratio or a count, with its target. */
export interface Measured {
  what: string;
  /** The absolute numbers behind the value; they mean nothing on another machine. */
  detail: string;
  value: number;
  /** If absent, the value is shown without a verdict. */
  target?: { atLeast: number } | { atMost: number };
}

const verdictOf = ({ value, target }: Measured): string => {
  if (target === undefined) return '';
  return ('atLeast' in target ? value >= target.atLeast : value <= target.atMost) ? 'ok' : 'MISSED';
};
const formatTarget = ({ target }: Measured): string => {
  if (target === undefined) return '-';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
};
const formatValue = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

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

export const countMissed = (lines: readonly Measured[]): number =>
  lines.filter((line) => verdictOf(line) === 'MISSED').length;
