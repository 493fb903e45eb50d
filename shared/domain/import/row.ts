import type { JsonFault } from '../json-faults';
import { truncate } from '../truncate';

/** Codes of row errors; clients may branch on them. */
export const rowProblemCodes = [
  'missing_value',
  'invalid_value',
  'unknown_field',
  'invalid_json',
  'unbalanced_quote',
  'too_many_cells',
  'row_too_large',
  'not_allowed_in_campaign',
  'not_allowed_by_policy',
  'duplicate_number',
] as const;
export type RowProblemCode = (typeof rowProblemCodes)[number];

/** One error of a row. */
export interface RowProblem {
  /** The column, with the path inside it if there is one: `Overrides/MaxRingSeconds`. Empty for the row as a whole. */
  column: string;
  /** The invalid value, truncated to {@link shownCharacters}; probably personal data. */
  value: string;
  code: RowProblemCode;
  /** What was expected; never contains the value. */
  detail: string;
}

/** A data row before validation. */
export interface Row {
  /** From 1, without the header and blank lines. */
  number: number;
  /** The readable fields. */
  fields: Record<string, unknown>;
  problems: RowProblem[];
}

/** A row that is found and not read yet: reading may take a hundred times as long. `row` is absent for a blank line. */
export interface FoundRow {
  row: (() => Row) | undefined;
  /** The offset behind it. */
  next: number;
}

/** The longest valid row, in UTF-16 code units: the maximum body of the API. */
export const maxRowCharacters = 256 * 1024;
const shownCharacters = 100;

/** Keys of free-form objects can be personal data: only keys that look like field names are repeated. */
const safeKey = /^[A-Za-z0-9_-]{1,64}$/;
/** The column of a member of a row, with the path inside it. */
export const columnOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => (safeKey.test(String(key)) ? String(key) : '…')).join('/');

/** A value as an error shows it to its sender. */
export function truncateForDisplay(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return truncate(text ?? '', shownCharacters);
}

/** Keeps only the ends of a value, enough to find it. */
export function mask(value: string): string {
  const characters = Array.from(truncate(value, 40));
  if (characters.length <= 6) return '*'.repeat(characters.length);
  return `${characters.slice(0, 2).join('')}${'*'.repeat(characters.length - 4)}${characters.slice(-2).join('')}`;
}

export const createRowProblem = (
  code: RowProblemCode,
  detail: string,
  at: { column?: string; value?: unknown } = {},
): RowProblem => ({ code, detail, column: at.column ?? '', value: truncateForDisplay(at.value) });

/**
 * The problems of JSON whose value would not be what was written.
 * @param column the column that holds the JSON, unless it is the whole row
 */
export const toFaultProblems = (faults: readonly JsonFault[], ...column: string[]): RowProblem[] =>
  faults.map(({ path, detail, written }) =>
    createRowProblem('invalid_value', detail, { column: columnOf([...column, ...path]), value: written }),
  );
