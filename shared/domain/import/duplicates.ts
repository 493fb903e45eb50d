import type { DuplicateAction } from './import';
import { createRowProblem, type RowProblem } from './row';
import type { InvalidRow, ValidRow } from './validate-row';

/** The first valid row of a file with a number. */
export interface NumberClaim {
  row: number;
  /** The campaign had an open job for the number, made by something else, when the row was reached. */
  hasOpenJob: boolean;
}

/** A row that makes no job. */
export interface SkippedRow {
  kind: 'skipped';
  number: number;
  problems: RowProblem[];
}

/** Why a row's number must not be called by a job of its own; `undefined` if the row has the claim and no job is open. */
function findDuplicate({ number, job }: ValidRow, claim: NumberClaim): RowProblem | undefined {
  const at = { column: 'ContactPhoneNumber', value: job.ContactPhoneNumber };
  if (claim.row !== number)
    return createRowProblem('duplicate_number', `The number is in row ${claim.row} of the file already.`, at);
  return claim.hasOpenJob
    ? createRowProblem('duplicate_number', 'The campaign has an open job for this number already.', at)
    : undefined;
}

/** What becomes of a valid row, by who has the claim on its number. */
export function settleDuplicate(
  row: ValidRow,
  claim: NumberClaim,
  action: Exclude<DuplicateAction, 'keep'>,
): ValidRow | InvalidRow | SkippedRow {
  const problem = findDuplicate(row, claim);
  if (problem === undefined) return row;
  const { number, job } = row;
  return action === 'skip'
    ? { kind: 'skipped', number, problems: [problem] }
    : { kind: 'invalid', number, problems: [problem], salvaged: job };
}
