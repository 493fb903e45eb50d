import type { DryRunBody, DryRunErrorBody } from '../../../shared/contracts/import-response.schema';
import { batchLimits, readRows } from '../../../shared/domain/import/read-rows';
import { validateRows, type RowValidator, type ValidatedRow } from '../../../shared/domain/import/validate-row';
import type { Pace } from '../../../shared/domain/turns';
import { ProblemError } from '../http/problem';
import type { Reply } from '../http/route';
import { noRowsProblem, toRowErrors, type ImportSource, type RowFieldProblem } from './parse-upload';

/** The most errors in a report; the counts cover all rows. */
const maxErrors = 1_000;
/** The computing time of one dry run. Ordinary rows take microseconds: a file of 10 MB needs one or two seconds. */
const maxComputingMs = 60_000;
/** Numbers that one read looks up. */
const lookUpBatch = 1_000;

/** What a dry run has found so far. */
export interface DryRunReport {
  rows: number;
  invalid: number;
  errors: RowFieldProblem[];
  /** The valid rows, by number, with the contacts' numbers. */
  valid: { row: number; to: string }[];
}

/** Finds those of some numbers that are suppressed in the campaign. */
type FindSuppressed = (phoneNumbers: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

const toDryRunError = ({ row, column, value, code, detail }: RowFieldProblem): DryRunErrorBody => ({
  Row: row,
  Column: column,
  Value: value,
  Code: code,
  Detail: detail,
});

/**
 * Validates every row and creates nothing. A report of some of the rows could be taken for one of all, so a dry run that
 * takes too long is a problem, with the errors that it found.
 */
export async function dryRun(
  { rows: file }: ImportSource,
  validate: RowValidator,
  pace: Pace,
  maxMs = maxComputingMs,
): Promise<DryRunReport> {
  const report: DryRunReport = { rows: 0, invalid: 0, errors: [], valid: [] };
  const paceInTime: Pace = async () => {
    const computedMs = await pace();
    if (computedMs > maxMs) throw tooLong(report, maxMs);
    return computedMs;
  };
  for (let cursor = file.start, done = false; !done;) {
    const batch = readRows(file, cursor, batchLimits);
    addToReport(report, await validateRows(batch.rows, validate, paceInTime));
    ({ cursor, done } = batch);
  }
  if (report.rows === 0) throw noRowsProblem();
  return report;
}

/** The rows whose jobs would fail at once. They are looked up in batches, after the turns of the validation. */
export async function reportDryRun(report: DryRunReport, findSuppressed: FindSuppressed): Promise<Reply> {
  const suppressed: number[] = [];
  for (let from = 0; from < report.valid.length; from += lookUpBatch) {
    const batch = report.valid.slice(from, from + lookUpBatch);
    const found = await findSuppressed(batch.map(({ to }) => to));
    suppressed.push(...batch.filter(({ to }) => found.has(to)).map(({ row }) => row));
  }
  return { status: 200, body: toDryRunBody(report, suppressed) };
}

const toDryRunBody = ({ rows, invalid, errors }: DryRunReport, suppressed: readonly number[]): DryRunBody => ({
  DryRun: true,
  Rows: rows,
  RowsValid: rows - invalid,
  RowsInvalid: invalid,
  RowsSuppressed: suppressed.length,
  SuppressedRows: suppressed.slice(0, maxErrors),
  Errors: errors.map(toDryRunError),
});

function addToReport(report: DryRunReport, validated: readonly ValidatedRow[]): void {
  report.rows += validated.length;
  for (const row of validated) {
    if (row.kind === 'valid') {
      report.valid.push({ row: row.number, to: row.job.ContactPhoneNumber });
      continue;
    }
    report.invalid++;
    report.errors.push(...toRowErrors(row.number, row.problems).slice(0, maxErrors - report.errors.length));
  }
}

const tooLong = ({ rows, invalid, errors }: DryRunReport, maxMs: number): ProblemError =>
  new ProblemError('validation_too_long', {
    detail: `The dry run ended after ${maxMs / 1_000} seconds of computing: ${rows} rows were validated, ${invalid} of them invalid. Split the file, or give fewer rows constraints of their own.`,
    errors,
  });
