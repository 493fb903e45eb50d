import type { FieldProblem } from '../domain/field-problem';

/**
 * Every refusal this service can answer with: a stable `code`, its HTTP status and its title. Clients may branch on `code`; a code is
 * never renamed or given another meaning, new ones are added.
 */
export const problems = {
  invalid_body: { status: 400, title: 'The request body is not acceptable.' },
  invalid_query: { status: 400, title: 'The query parameters are not acceptable.' },
  invalid_header: { status: 400, title: 'A request header is not acceptable.' },
  malformed_json: { status: 400, title: 'The request body is not JSON.' },
  malformed_request: { status: 400, title: 'The request is malformed.' },
  invalid_upload: { status: 400, title: 'The upload is not acceptable.' },
  invalid_file: { status: 400, title: 'The file cannot be imported.' },
  invalid_rows: { status: 400, title: 'Rows of the file are not acceptable.' },
  not_scheduled: { status: 400, title: 'The job is not scheduled.' },
  unauthenticated: { status: 401, title: 'A valid API key is required.' },
  forbidden: { status: 403, title: 'The API key may not do this.' },
  route_not_found: { status: 404, title: 'There is no such path.' },
  campaign_not_found: { status: 404, title: 'There is no such campaign.' },
  job_not_found: { status: 404, title: 'There is no such job.' },
  call_not_found: { status: 404, title: 'There is no such call.' },
  recording_not_found: { status: 404, title: 'There is no such recording.' },
  webhook_not_found: { status: 404, title: 'There is no such webhook.' },
  delivery_not_found: { status: 404, title: 'There is no such delivery.' },
  api_key_not_found: { status: 404, title: 'There is no such API key.' },
  import_not_found: { status: 404, title: 'There is no such import.' },
  method_not_allowed: { status: 405, title: 'The path does not take this method.' },
  not_acceptable: { status: 406, title: 'There is no such form of the answer.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },
  job_not_running: { status: 409, title: 'The job is not running.' },
  call_not_active: { status: 409, title: 'The call is not active.' },
  idempotency_in_progress: { status: 409, title: 'The first request with this Idempotency-Key is not answered yet.' },
  import_not_running: { status: 409, title: 'The import is not running.' },
  campaign_changed: { status: 409, title: 'The campaign was changed meanwhile.' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled.' },
  webhook_changed: { status: 409, title: 'The webhook was changed meanwhile.' },
  too_many_webhooks: { status: 409, title: 'The organization has as many webhooks as it can have.' },
  body_too_large: { status: 413, title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, title: 'The request body must be JSON.' },
  file_too_large: { status: 413, title: 'The file is too large.' },
  unsupported_upload: { status: 415, title: 'The upload is not of a kind that can be imported.' },
  range_not_satisfiable: { status: 416, title: 'The file has no such range.' },
  idempotency_reply_erased: {
    status: 410,
    title: 'The job of the first request with this Idempotency-Key was erased.',
  },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request.' },
  upgrade_required: { status: 426, title: 'The path takes websockets only.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  too_many_downloads: { status: 429, title: 'Too many downloads are under way.' },
  header_too_large: { status: 431, title: 'The request headers are too large.' },
  uploads_busy: { status: 503, title: 'Too many files are being uploaded.' },
  internal_error: { status: 500, title: 'Something went wrong on our side.' },
  key_unavailable: { status: 500, title: 'The keys at hand do not open what is stored.' },
  audio_unavailable: { status: 503, title: 'The audio of the call cannot be reached.' },
  store_unavailable: { status: 503, title: 'The database is away.' },
  engine_unavailable: { status: 503, title: 'The workflow engine is away.' },
} as const;
export type ProblemCode = keyof typeof problems;

/** The body of every refusal: RFC 9457 problem details with a few members more. */
export interface Problem {
  /** Identifies the kind of problem; as stable as `code`. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Identifies this occurrence. */
  instance: string;
  code: ProblemCode;
  requestId: string;
  errors?: FieldProblem[] | undefined;
}

/** @param occurrence what is known of this occurrence; `detail` falls back to the title */
export function createProblem(
  code: ProblemCode,
  occurrence: { requestId: string; detail?: string | undefined; errors?: FieldProblem[] | undefined },
): Problem {
  const { status, title } = problems[code];
  return {
    type: `urn:outdial:problem:${code}`,
    title,
    status,
    detail: occurrence.detail ?? title,
    instance: `urn:outdial:request:${occurrence.requestId}`,
    code,
    requestId: occurrence.requestId,
    ...(occurrence.errors === undefined ? {} : { errors: occurrence.errors }),
  };
}
