/** What can be wrong with a row; clients may branch on it. */
export const rowProblemCodes = [
  'missing_value',
  'invalid_value',
  'unknown_field',
  'invalid_json',
  'unbalanced_quote',
  'too_many_cells',
  'row_too_large',
  'not_allowed_in_campaign',
] as const;
export type RowProblemCode = (typeof rowProblemCodes)[number];

/** One thing that is wrong with a row. */
export interface RowProblem {
  /** The column, with the place inside it where there is one: `Overrides/MaxRingSeconds`. Empty for the row as a whole. */
  column: string;
  /** What stands there, cut to {@link shownCharacters}; personal data, most likely. */
  value: string;
  code: RowProblemCode;
  /** What was expected; never the value. */
  detail: string;
}

/** A data row as it was read, before anybody judged its values. */
export interface Row {
  /** From 1; the header and blank lines do not count. */
  number: number;
  /** The fields that could be read. */
  fields: Record<string, unknown>;
  problems: RowProblem[];
}

/** The longest row that is read, in UTF-16 code units: what the API takes as one body. */
export const maxRowCharacters = 256 * 1024;
const shownCharacters = 100;

/** A value as an answer to its sender shows it. */
export function truncateForDisplay(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return (text ?? '').slice(0, shownCharacters);
}

/** A value of which no more is left than helps to find it: its ends. */
export function mask(value: string): string {
  const characters = Array.from(value.slice(0, 40));
  if (characters.length <= 6) return '*'.repeat(characters.length);
  return `${characters.slice(0, 2).join('')}${'*'.repeat(characters.length - 4)}${characters.slice(-2).join('')}`;
}

export const createRowProblem = (
  code: RowProblemCode,
  detail: string,
  at: { column?: string; value?: unknown } = {},
): RowProblem => ({ code, detail, column: at.column ?? '', value: truncateForDisplay(at.value) });
