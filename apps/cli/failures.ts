import { OutdialConnectionError, OutdialError } from '@outdial/client';
import { exitCodes, type ExitCode } from './exit-codes';

/** The command line or the settings are invalid; the message says how to fix them. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command failed without a rejection by the API; the message says why. */
export class FailedError extends Error {
  override name = 'FailedError';
}

/** Describes an error for a person and picks the exit code. Bugs print one line too: a stack trace is no help at a terminal. */
export function describeFailure(error: unknown): { lines: string[]; code: ExitCode } {
  if (error instanceof OutdialError) return { lines: formatRefusal(error), code: exitCodeOf(error.status) };
  if (error instanceof OutdialConnectionError)
    return { lines: [formatConnectionError(error)], code: exitCodes.unreachable };
  if (error instanceof UsageError) return { lines: error.message.split('\n'), code: exitCodes.usage };
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

/** The reason that `fetch` gives is nested two causes deep. */
function formatConnectionError(error: OutdialConnectionError): string {
  const { cause } = error;
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined;
  const reason = code ?? (inner instanceof Error ? inner.message : undefined);
  return reason === undefined ? error.message : `${error.message.replace(/\.$/, '')} (${reason.replace(/\.$/, '')}).`;
}
