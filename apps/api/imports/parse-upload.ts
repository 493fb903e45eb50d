import { decodeImport, detectFormat } from './import-text';
import { appendProblemCount, type FieldProblem } from '../../../shared/domain/field-problem';
import type { ImportFormat } from '../../../shared/domain/import/import';
import { openRows, type RowFile } from '../../../shared/domain/import/read-rows';
import type { RowProblem } from '../../../shared/domain/import/row';
import { ProblemError } from '../http/problem';
import type { UploadedFile } from '../http/route';

/** An upload whose beginning was understood. */
export interface ImportSource {
  format: ImportFormat;
  /** Decoded, without a byte order mark. */
  text: string;
  rows: RowFile;
}

const invalidFile = (detail: string, errors?: FieldProblem[]): ProblemError =>
  new ProblemError('invalid_file', { detail, errors: errors ?? [{ pointer: '/file', detail }] });

/** Understands an upload. @throws {ProblemError} that says what is wrong with it as a whole */
export function parseUpload(file: UploadedFile | undefined): ImportSource {
  if (file === undefined) {
    const detail = 'There is no file. Send multipart/form-data with one part named "file".';
    throw new ProblemError('invalid_upload', { detail, errors: [{ pointer: '/file', detail }] });
  }
  const format = detectFormat(file);
  if (format === undefined) {
    throw new ProblemError('unsupported_upload', {
      detail:
        'Expected a CSV file (text/csv) or NDJSON (application/x-ndjson), by the content type of the part or by the name of the file.',
    });
  }
  if (file.content.length === 0) throw invalidFile('The file is empty.');
  const decoded = decodeImport(file.content);
  if ('problem' in decoded) throw invalidFile(decoded.problem);
  const { text } = decoded;
  if (!/\S/.test(text)) throw invalidFile('The file is empty.');
  const rows = openRows(format, text);
  if ('problems' in rows) throw invalidFile(...summarizeHeaderProblems(rows.problems));
  return { format, text, rows };
}

function summarizeHeaderProblems(problems: { column: string; detail: string }[]): [string, FieldProblem[]] {
  const errors = problems.map(({ column, detail }) => ({ pointer: '/header', column, detail }));
  const [first] = errors;
  const place = first === undefined || first.column === '' ? '' : `${first.column}: `;
  const summary = appendProblemCount(`Header: ${place}${first?.detail ?? ''}`, errors.length, ', see errors');
  return [summary, errors];
}

export const noRowsProblem = (): ProblemError => invalidFile('The file has no rows.');

/** A mistake in a row: nothing of it is left out. */
export type RowFieldProblem = { [Member in keyof FieldProblem]-?: NonNullable<FieldProblem[Member]> } & {
  code: RowProblem['code'];
};

/** What is wrong with a row, as a problem's errors show it to who sent the row. */
export const toRowErrors = (number: number, problems: readonly RowProblem[]): RowFieldProblem[] =>
  problems.map(({ column, value, code, detail }) => ({
    pointer: column === '' ? `/${number}` : `/${number}/${column}`,
    row: number,
    column,
    value,
    code,
    detail,
  }));
