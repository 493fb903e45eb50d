import type { ImportDryRun } from '@outdial/client';
import { formatTable, type Column } from '../output';

const shownHours = 24;
const barWidth = 40;
type Hour = ImportDryRun['Calls'][number];

/** `08:00Z` with the day, such as `2026-11-23 08:00Z`. */
const formatHour = (hour: string): string => hour.replace('T', ' ').replace(/:00\.000Z$/, 'Z');

const bar = (count: number, most: number): string => '█'.repeat(Math.max(1, Math.round((count / most) * barWidth)));

function formatHours(calls: readonly Hour[], later: number): string {
  const most = calls.reduce((highest, { Count }) => Math.max(highest, Count), 1);
  const columns: readonly Column<Hour>[] = [
    ['HOUR (UTC)', ({ Hour: hour }) => formatHour(hour)],
    ['CALLS', ({ Count }) => Count],
    ['', ({ Count }) => bar(Count, most)],
  ];
  const rest = calls.slice(shownHours).reduce((sum, { Count }) => sum + Count, later);
  const after = rest === 0 ? '' : `and ${rest} later\n`;
  return calls.length === 0 ? '' : formatTable(calls.slice(0, shownHours), columns) + after;
}

const list = (counts: readonly (readonly [name: string, count: number])[]): string =>
  counts.map(([name, count]) => `${count} ${name}`).join(', ');
const byGate = (gates: readonly { Gate: string; Count: number }[]): string =>
  list(gates.map(({ Gate, Count }) => [Gate, Count]));
const line = (title: string, total: number, reasons: string): string =>
  total === 0 ? '' : `${title}: ${total}${reasons === '' ? '' : ` (${reasons})`}\n`;

/** What a dry run forecasts, for people: what becomes of the valid rows, and the planned calls of each hour. */
export function formatForecast(result: ImportDryRun): string {
  const { RowsPlanned, RowsHeld, RowsNever, RowsSkipped, Calls, CallsLater, WaitsFor, BeyondPace } = result;
  const paced = BeyondPace.length === 0 ? '' : `Delayed by the pace, about: ${byGate(BeyondPace)}\n`;
  return [
    line('Called', RowsPlanned, WaitsFor.length === 0 ? '' : `waiting for: ${byGate(WaitsFor)}`),
    line('Held', RowsHeld, byGate(result.HeldBy)),
    line('Never called', RowsNever, list(result.NeverBecause.map(({ Code, Count }) => [Code, Count]))),
    line('Skipped as duplicates', RowsSkipped, ''),
    formatHours(Calls, CallsLater),
    paced,
  ].join('');
}
