import { problems, type ProblemCode } from '../../../shared/contracts/problem';
import { appendProblemCount, type FieldProblem } from '../../../shared/domain/field-problem';

interface ProblemDetails {
  detail?: string;
  errors?: FieldProblem[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that is sent to the client. All of it may be shown except the cause, which is for the log. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ProblemCode,
    { detail, errors, headers = {}, cause }: ProblemDetails = {},
  ) {
    super(detail ?? problems[code].title, cause === undefined ? undefined : { cause });
    this.status = problems[code].status;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
  }
}

/** An invalid body: the detail names the first error, `errors` lists them all. */
export const invalidBody = (errors: FieldProblem[]): ProblemError =>
  new ProblemError('invalid_body', { detail: summarize(errors), errors });

export const invalidQuery = (errors: FieldProblem[]): ProblemError =>
  new ProblemError('invalid_query', { detail: summarize(errors), errors });

function summarize(errors: FieldProblem[]): string {
  const [first] = errors;
  if (first === undefined) return 'The request is invalid.';
  const place = first.pointer === '' ? '' : `${first.pointer}: `;
  return appendProblemCount(`${place}${first.detail}`, errors.length, ', see errors');
}
