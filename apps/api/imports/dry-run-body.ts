import type { DryRunBody, DryRunErrorBody } from '../../../shared/contracts/import-response.schema';
import { countBeyondPace, type Pace } from '../../../shared/domain/import/call-forecast';
import { toRfc3339 } from '../http/rfc3339';
import { toWarnings } from '../http/warnings';
import { maxListedRows, type DryRunReport } from './dry-run';
import type { RowFieldProblem } from './parse-upload';

/** A week of hours in which calls are made. */
const maxHours = 168;

const toDryRunError = ({ row, column, value, code, detail }: RowFieldProblem): DryRunErrorBody => ({
  Row: row,
  Column: column,
  Value: value,
  Code: code,
  Detail: detail,
});

/** Counts by name, the largest first. */
const byCount = <Name extends string>(counts: Iterable<readonly [Name, number]>): [Name, number][] =>
  [...counts].map(([name, count]): [Name, number] => [name, count]).sort(([, one], [, other]) => other - one);

/** The report of a dry run. @param pace the limits on the pace of the campaign's calls */
export function toDryRunBody(report: DryRunReport, pace: Pace): DryRunBody {
  const { rows, invalid, skipped, suppressed, errors, warnings, calls } = report;
  const hours = [...calls.hours];
  const later = hours.slice(maxHours);
  return {
    DryRun: true,
    Rows: rows,
    RowsValid: rows - invalid,
    RowsInvalid: invalid,
    RowsPlanned: calls.planned,
    RowsHeld: calls.held,
    RowsNever: calls.never,
    RowsSkipped: skipped,
    RowsSuppressed: suppressed.length,
    SuppressedRows: suppressed.slice(0, maxListedRows),
    Calls: hours.slice(0, maxHours).map(([atMs, Count]) => ({ Hour: toRfc3339(atMs), Count })),
    CallsLater: later.reduce((sum, [, count]) => sum + count, 0),
    WaitsFor: byCount(calls.waitsFor).map(([Gate, Count]) => ({ Gate, Count })),
    BeyondPace: byCount(Object.entries(countBeyondPace(calls, pace)) as [keyof Pace, number][]).map(
      ([Gate, Count]) => ({
        Gate,
        Count,
      }),
    ),
    HeldBy: byCount(calls.heldBy).map(([Gate, Count]) => ({ Gate, Count })),
    NeverBecause: byCount(calls.neverBecause).map(([Code, Count]) => ({ Code, Count })),
    RowsNormalized: report.rowsNormalized,
    Normalized: report.normalized,
    Errors: errors.map(toDryRunError),
    ...toWarnings(warnings),
  };
}
