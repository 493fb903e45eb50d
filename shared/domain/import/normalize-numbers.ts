import type { ReadNumber } from '../organization/numbers';
import { createRowProblem, type Row, type RowProblem } from './row';

const numberColumns = ['ContactPhoneNumber', 'CallerID'] as const;

/** A number of a row that was written otherwise than in E.164. */
export interface NormalizedNumber {
  column: (typeof numberColumns)[number];
  /** As in the file. */
  written: string;
  /** E.164. */
  number: string;
}

/** A row whose numbers are E.164; what could not be read is a problem of the row, and no field. */
export interface NormalizedRow {
  row: Row;
  normalized: readonly NormalizedNumber[];
}

/** Reads the numbers of a row. What is missing, or no text, is left to the validation. */
export function normalizeNumbers(row: Row, readNumber: ReadNumber, defaultCountry?: string): NormalizedRow {
  const normalized: NormalizedNumber[] = [];
  const problems: RowProblem[] = [];
  for (const column of numberColumns) {
    const written = row.fields[column];
    if (typeof written !== 'string') continue;
    const { number, problem } = readNumber(written, defaultCountry);
    if (problem !== undefined) problems.push(createRowProblem('invalid_value', problem, { column, value: written }));
    else if (number !== written) normalized.push({ column, written, number });
  }
  if (normalized.length + problems.length === 0) return { row, normalized };
  const unread = new Set(problems.map(({ column }) => column));
  const fields = {
    ...Object.fromEntries(Object.entries(row.fields).filter(([name]) => !unread.has(name))),
    ...Object.fromEntries(normalized.map(({ column, number }) => [column, number])),
  };
  return { row: { ...row, fields, problems: [...row.problems, ...problems] }, normalized };
}
