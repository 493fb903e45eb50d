import type { NormalizedNumberBody } from '../../../shared/contracts/import-response.schema';
import { settleDuplicate, type NumberClaim, type SkippedRow } from '../../../shared/domain/import/duplicates';
import {
  createCallForecast,
  type CallForecast,
  type CallForecastCounter,
} from '../../../shared/domain/import/call-forecast';
import type { DuplicateAction } from '../../../shared/domain/import/import';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import { batchLimits, readRows } from '../../../shared/domain/import/read-rows';
import {
  countNormalized,
  validateRows,
  type RowValidator,
  type ValidRow,
  type ValidatedRow,
} from '../../../shared/domain/import/validate-row';
import { explainNewJob } from '../../../shared/domain/planning/plan-new-job';
import type { JobContext } from '../../../shared/domain/planning/plan-job';
import type { Pace } from '../../../shared/domain/turns';
import { ProblemError } from '../http/problem';
import { createRowWarnings } from './row-warnings';
import { noRowsProblem, toRowErrors, type ImportSource, type RowFieldProblem } from './parse-upload';

/** The most errors and suppressed rows in a report; the counts cover all rows. */
export const maxListedRows = 1_000;
/**
 * The computing time of one dry run. Ordinary rows take a fraction of a millisecond: 100,000 of them need less than half of
 * it.
 */
const maxComputingMs = 60_000;

/** What a dry run needs. */
export interface DryRunSteps {
  validate: RowValidator;
  onDuplicate: DuplicateAction;
  /** Finds those of some numbers that have an open job in the campaign. */
  findOpen: (phoneNumbers: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Loads what the first calls of the rows' jobs are planned from. */
  draft: (rows: readonly ValidRow[], nowMs: number) => Promise<JobContext[]>;
  /** Runs a computation in turns with other requests. */
  inTurns: (compute: (pace: Pace) => Promise<void>) => Promise<void>;
  nowMs: () => number;
  /** The most computing time, in ms. */
  maxMs?: number | undefined;
}

/** What a dry run has found. */
export interface DryRunReport {
  rows: number;
  invalid: number;
  skipped: number;
  /** The rows whose numbers are suppressed. */
  suppressed: number[];
  /** What to look at in the valid rows. */
  warnings: FieldProblem[];
  rowsNormalized: number;
  /** What numbers were read as. */
  normalized: NormalizedNumberBody[];
  /** Of invalid and of skipped rows. */
  errors: RowFieldProblem[];
  calls: CallForecast;
}

type Findings = Omit<DryRunReport, 'calls' | 'warnings'>;

/**
 * Validates and plans every row as an import would, batch by batch, and creates nothing. A report of some of the rows
 * could be taken for one of all, so a dry run that takes too long is a problem, with the errors that it found.
 */
export async function dryRun({ rows: file }: ImportSource, steps: DryRunSteps): Promise<DryRunReport> {
  const { validate, draft, nowMs } = steps;
  const found: Findings = {
    ...{ rows: 0, invalid: 0, skipped: 0, rowsNormalized: 0 },
    ...{ suppressed: [], normalized: [], errors: [] },
  };
  const forecast = createCallForecast();
  const warnings = createRowWarnings();
  const compute = createTimedTurns(steps, found);
  const settle = createSettling(steps);
  for (let cursor = file.start, done = false; !done;) {
    const batch = readRows(file, cursor, batchLimits);
    ({ cursor, done } = batch);
    let validated: ValidatedRow[] = [];
    await compute(async (pace) => {
      validated = await validateRows(batch.rows, validate, pace);
    });
    warnings.add(validated);
    addNormalized(found, validated);
    const settled = await settle(validated);
    addFindings(found, settled);
    const valid = settled.filter((row) => row.kind === 'valid');
    const atMs = nowMs();
    const contexts = await draft(valid, atMs);
    await compute((pace) => planAll(contexts, { atMs, forecast, pace }));
    for (const [index, { suppression }] of contexts.entries())
      if (suppression !== undefined) found.suppressed.push(valid[index]?.number ?? 0);
  }
  if (found.rows === 0) throw noRowsProblem();
  return { ...found, warnings: warnings.list(), calls: forecast.result() };
}

async function planAll(
  contexts: readonly JobContext[],
  { atMs, forecast, pace }: { atMs: number; forecast: CallForecastCounter; pace: Pace },
): Promise<void> {
  for (const context of contexts) {
    const { job, gate } = explainNewJob(context, atMs);
    forecast.add(job, gate);
    await pace();
  }
}

/** Runs the parts of a dry run in turns, until together they have computed for too long. */
function createTimedTurns({ inTurns, maxMs = maxComputingMs }: DryRunSteps, found: Findings) {
  let beforeMs = 0;
  return async (compute: (pace: Pace) => Promise<void>): Promise<void> => {
    let computedMs = 0;
    await inTurns((pace) =>
      compute(async () => {
        computedMs = await pace();
        if (beforeMs + computedMs > maxMs) throw tooLong(found, maxMs);
        return computedMs;
      }),
    );
    beforeMs += computedMs;
  };
}

/** Settles duplicates as an import does, with claims on the numbers that last as long as the dry run. */
function createSettling({ onDuplicate, findOpen }: DryRunSteps) {
  const claims = new Map<string, NumberClaim>();
  return async (rows: readonly ValidatedRow[]): Promise<(ValidatedRow | SkippedRow)[]> => {
    if (onDuplicate === 'keep') return [...rows];
    const claiming: ValidRow[] = [];
    for (const row of rows) {
      if (row.kind !== 'valid' || claims.has(row.job.ContactPhoneNumber)) continue;
      claims.set(row.job.ContactPhoneNumber, { row: row.number, hasOpenJob: false });
      claiming.push(row);
    }
    for (const number of await findOpen(claiming.map(({ job }) => job.ContactPhoneNumber))) {
      const claim = claims.get(number);
      if (claim !== undefined) claim.hasOpenJob = true;
    }
    return rows.map((row) => {
      const claim = row.kind === 'valid' ? claims.get(row.job.ContactPhoneNumber) : undefined;
      return row.kind === 'valid' && claim !== undefined ? settleDuplicate(row, claim, onDuplicate) : row;
    });
  };
}

function addNormalized(found: Findings, rows: readonly ValidatedRow[]): void {
  found.rowsNormalized += countNormalized(rows);
  for (const row of rows) {
    if (row.kind !== 'valid' || row.normalized === undefined) continue;
    const numbers = row.normalized.slice(0, maxListedRows - found.normalized.length);
    for (const { column, written, number } of numbers)
      found.normalized.push({ Row: row.number, Column: column, Value: written, Number: number });
  }
}

function addFindings(found: Findings, settled: readonly (ValidatedRow | SkippedRow)[]): void {
  found.rows += settled.length;
  for (const row of settled) {
    if (row.kind === 'valid') continue;
    if (row.kind === 'invalid') found.invalid++;
    else found.skipped++;
    found.errors.push(...toRowErrors(row.number, row.problems).slice(0, maxListedRows - found.errors.length));
  }
}

const tooLong = ({ rows, invalid, errors }: Findings, maxMs: number): ProblemError =>
  new ProblemError('validation_too_long', {
    detail: `The dry run ended after ${maxMs / 1_000} seconds of computing: ${rows} rows were validated, ${invalid} of them invalid. Split the file, or give fewer rows constraints of their own.`,
    errors,
  });
