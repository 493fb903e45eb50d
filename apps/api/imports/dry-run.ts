import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DryRunBody, DryRunErrorBody } from '../../../shared/contracts/import-response.schema';
import { batchLimits, readRows } from '../../../shared/domain/import/read-rows';
import type { RowValidator } from '../../../shared/domain/import/validate-row';
import type { Reply } from '../http/route';
import { noRowsProblem, toRowErrors, type ImportSource, type RowFieldProblem } from './parse-upload';

/** The most errors in a report; the counts cover all rows. */
const maxErrors = 1_000;

const toDryRunError = ({ row, column, value, code, detail }: RowFieldProblem): DryRunErrorBody => ({
  Row: row,
  Column: column,
  Value: value,
  Code: code,
  Detail: detail,
});

/** Validates every row and creates nothing. */
export async function dryRun({ rows: file }: ImportSource, validateRow: RowValidator): Promise<Reply> {
  const errors: RowFieldProblem[] = [];
  let invalid = 0;
  let cursor = file.start;
  for (;;) {
    const read = readRows(file, cursor, batchLimits);
    cursor = read.cursor;
    for (const row of read.rows.map(validateRow)) {
      if (row.kind === 'valid') continue;
      invalid++;
      if (errors.length < maxErrors) errors.push(...toRowErrors(row.number, row.problems));
    }
    if (read.done) break;
    await yieldToEventLoop();
  }
  if (cursor.row === 0) throw noRowsProblem();
  const body: DryRunBody = {
    DryRun: true,
    Rows: cursor.row,
    RowsValid: cursor.row - invalid,
    RowsInvalid: invalid,
    Errors: errors.slice(0, maxErrors).map(toDryRunError),
  };
  return { status: 200, body };
}
