import type { DryRunBody, DryRunErrorBody } from '../../../shared/contracts/import-response.schema';
import type { RowJudge } from '../../../shared/contracts/import-row';
import { readRows } from '../../../shared/domain/import/read-rows';
import type { Reply } from '../routing/route';
import { noRows, rowErrors, type ImportSource, type RowFieldProblem } from './read-file';

/** Rows judged before others have the event loop again: a few milliseconds. */
const slice = { rows: 250, characters: 256 * 1024 } as const;
/** A report longer than this is read by nobody; the counts go on. */
const maxErrors = 1_000;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const shownError = ({ row, column, value, code, detail }: RowFieldProblem): DryRunErrorBody => ({
  Row: row,
  Column: column,
  Value: value,
  Code: code,
  Detail: detail,
});

/** Judges every row and makes nothing. */
export async function dryRun({ rows: file }: ImportSource, judge: RowJudge): Promise<Reply> {
  const errors: RowFieldProblem[] = [];
  let invalid = 0;
  let cursor = file.start;
  for (;;) {
    const read = readRows(file, cursor, slice);
    cursor = read.cursor;
    for (const row of read.rows.map(judge)) {
      if (row.kind === 'good') continue;
      invalid++;
      if (errors.length < maxErrors) errors.push(...rowErrors(row.number, row.problems));
    }
    if (read.done) break;
    await breathe();
  }
  if (cursor.row === 0) throw noRows();
  const body: DryRunBody = {
    DryRun: true,
    Rows: cursor.row,
    RowsValid: cursor.row - invalid,
    RowsInvalid: invalid,
    Errors: errors.slice(0, maxErrors).map(shownError),
  };
  return { status: 200, body };
}
