/** One problem with a request. */
export interface FieldProblem {
  /** A JSON pointer (RFC 6901) into the body, or the name of the query parameter or header. */
  pointer: string;
  detail: string;
  /** For a bulk file: the data row (from 1), the column, its value and a stable code. */
  row?: number | undefined;
  column?: string | undefined;
  value?: string | undefined;
  code?: string | undefined;
}

/**
 * Appends the number of further problems to the description of the first one.
 * @param hint where the reader finds them
 */
export const appendProblemCount = (first: string, count: number, hint = ''): string =>
  count > 1 ? `${first} (and ${count - 1} more${hint})` : first;
