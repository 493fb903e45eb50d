import type { FieldProblem, Problem, ProblemCode } from './types.ts';

/** The API rejected the request. Branch on `code`, which is stable; `detail` is for people. */
export class OutdialError extends Error {
  override name = 'OutdialError';
  /** The HTTP status. */
  readonly status: number;
  /** Absent if the response is not the API's, for example a proxy's. */
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  /** The problems of the request, field by field. */
  readonly errors: readonly FieldProblem[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the API stated them. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown, nowMs: number) {
    const problem = parseProblem(body);
    const detail = problem.detail ?? problem.title ?? describeStatus(response);
    super(`${response.status}: ${detail}`);
    this.status = response.status;
    this.code = problem.code;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.retryAfter = parseRetryAfterSeconds(response, nowMs);
  }
}

/** The API is unreachable or did not respond in time; see `cause`. */
export class OutdialConnectionError extends Error {
  override name = 'OutdialConnectionError';
}

/** Reads the members of a problem. Any of them may be missing: a proxy can respond in place of the API. */
function parseProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {};
  const { code, detail, title, requestId, errors } = body as Record<string, unknown>;
  return {
    ...(typeof code === 'string' ? { code: code as ProblemCode } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(Array.isArray(errors) ? { errors: errors as FieldProblem[] } : {}),
  };
}

function describeStatus({ status, statusText, headers }: Response): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    return `The response is a redirect to ${location}, which is not followed: use the API's own address.`;
  return statusText === '' ? 'The API rejected the request.' : statusText;
}

/** Seconds, or an HTTP date (RFC 9110). */
export function parseRetryAfterSeconds({ headers }: Pick<Response, 'headers'>, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
