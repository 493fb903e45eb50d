import { OutdialConnectionError, OutdialError } from '@outdial/client';
import { exitCodes, type ExitCode } from './exit-codes';

/** The command was called in a way it does not know; the message says what to mend. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What was asked for did not come to be, though nobody refused; the message says why. */
export class FailedError extends Error {
  override name = 'FailedError';
}

/** What to tell a person of a failure, and how to end. Our own bugs are told in one line, too: a stack helps nobody at a terminal. */
export function describeFailure(error: unknown): { lines: string[]; code: ExitCode } {
  if (error instanceof OutdialError) return { lines: formatRefusal(error), code: exitCodeOf(error.status) };
  if (error instanceof OutdialConnectionError)
    return { lines: [formatConnectionError(error)], code: exitCodes.unreachable };
  if (error instanceof UsageError) return { lines: [error.message], code: exitCodes.usage };
  return { lines: [error instanceof Error ? error.message : String(error)], code: exitCodes.failed };
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  return [429, 502, 503, 504].includes(status) ? exitCodes.unreachable : exitCodes.failed;
}

function formatRefusal({ detail, errors, requestId, status }: OutdialError): string[] {
  const fields = errors.map(({ row, column, value, pointer, detail: what }) =>
    row === undefined
      ? `  ${pointer} ${what}`
      : `  row ${row}${column ? `, ${column}` : ''}${value ? ` "${value}"` : ''}: ${what}`,
  );
  const request = status >= 500 && requestId !== undefined ? [`  request ${requestId}`] : [];
  return [detail, ...fields, ...request];
}

/** What fetch says stands two causes deep. */
function formatConnectionError(error: OutdialConnectionError): string {
  const { cause } = error;
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined;
  const why = code ?? (inner instanceof Error ? inner.message : undefined);
  return why === undefined ? error.message : `${error.message.replace(/\.$/, '')} (${why.replace(/\.$/, '')}).`;
}
