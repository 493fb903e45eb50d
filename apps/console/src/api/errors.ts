import type { Problem } from '@outdial/client';

/** The API answered a request with an error. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Members are missing if the answer is not the API's, such as a proxy's. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

/** The request had no answer: whether it had an effect is unknown. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  constructor(cause: unknown) {
    super('The service is unreachable: check the connection.', { cause });
  }
}

/** Whether the same request, sent again with the same key, may succeed shortly. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError &&
    ([429, 502, 503, 504].includes(error.status) || error.problem.code === 'idempotency_in_progress'));

/** What an error says to a person. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
