import { appendProblemCount, type FieldProblem } from '../../../shared/domain/field-problem';
import type { ImportFormat } from '../../../shared/domain/import/import';
import { openRows, type RowFile } from '../../../shared/domain/import/read-rows';
import type { RowProblem } from '../../../shared/domain/import/row';
import { ProblemError } from '../http/problem';
import type { UploadedFile } from '../http/route';
import { decodeImport, detectFormat } from './import-text';

/** An upload with a recognized format and header. */
export interface ImportSource {
  format: ImportFormat;
  /** Decoded, without a byte order mark. */
  text: string;
  rows: RowFile;
}

const invalidFile = (detail: string, errors?: FieldProblem[]): ProblemError =>
  new ProblemError('invalid_file', { detail, errors: errors ?? [{ pointer: '/file', detail }] });

/** Decodes an upload. @throws {ProblemError} if the file as a whole is invalid */
export function parseUpload(file: UploadedFile | undefined): ImportSource {
  const { format, text } = decodeUpload(file, ['csv', 'ndjson']);
  const rows = openRows(format, text);
  if ('problems' in rows) throw headerProblem(rows.problems);
  return { format, text, rows };
}

const formatNames: Record<ImportFormat, string> = { csv: 'CSV (text/csv)', ndjson: 'NDJSON (application/x-ndjson)' };

/** Decodes the text of an upload in one of the formats. @throws {ProblemError} if it is empty or in no such format */
export function decodeUpload(
  file: UploadedFile | undefined,
  formats: readonly ImportFormat[],
): Pick<ImportSource, 'format' | 'text'> {
  if (file === undefined) {
    const detail = 'No file. Send multipart/form-data with one part named "file".';
    throw new ProblemError('invalid_upload', { detail, errors: [{ pointer: '/file', detail }] });
  }
  const format = detectFormat(file);
  if (format === undefined || !formats.includes(format)) {
    const names = formats.map((name) => formatNames[name]).join(' or ');
    const detail = `Expected ${names}, by the content type of the part or the file name.`;
    throw new ProblemError('unsupported_upload', { detail });
  }
  if (file.content.length === 0) throw invalidFile('The file is empty.');
  const decoded = decodeImport(file.content);
  if ('problem' in decoded) throw invalidFile(decoded.problem);
  const { text } = decoded;
  if (!/\S/.test(text)) throw invalidFile('The file is empty.');
  return { format, text };
}

export const headerProblem = (problems: { column: string; detail: string }[]): ProblemError =>
  invalidFile(...summarizeHeaderProblems(problems));

function summarizeHeaderProblems(problems: { column: string; detail: string }[]): [string, FieldProblem[]] {
  const errors = problems.map(({ column, detail }) => ({ pointer: '/header', column, detail }));
  const [first] = errors;
  const place = first === undefined || first.column === '' ? '' : `${first.column}: `;
  const summary = appendProblemCount(`Header: ${place}${first?.detail ?? ''}`, errors.length, ', see errors');
  return [summary, errors];
}

export const noRowsProblem = (): ProblemError => invalidFile('The file has no rows.');

/** An error in a row, with every field set. */
export type RowFieldProblem = { [Member in keyof FieldProblem]-?: NonNullable<FieldProblem[Member]> } & {
  code: RowProblem['code'];
};

/** The errors of a row, as entries of a problem's `errors`. */
export const toRowErrors = (number: number, problems: readonly RowProblem[]): RowFieldProblem[] =>
  problems.map(({ column, value, code, detail }) => ({
    pointer: column === '' ? `/${number}` : `/${number}/${column}`,
    row: number,
    column,
    value,
    code,
    detail,
  }));
