import type { FieldProblem } from '../domain/field-problem';

/**
 * Every error of this API: a stable `code`, its HTTP status and its title. Clients may branch on `code`: codes are never
 * renamed or redefined, only added.
 */
export const problems = {
  invalid_body: { status: 400, title: 'The request body is invalid.' },
  invalid_query: { status: 400, title: 'The query parameters are invalid.' },
  invalid_header: { status: 400, title: 'A request header is invalid.' },
  malformed_json: { status: 400, title: 'The request body is not valid JSON.' },
  malformed_request: { status: 400, title: 'The request is malformed.' },
  invalid_upload: { status: 400, title: 'The upload is invalid.' },
  invalid_file: { status: 400, title: 'The file cannot be imported.' },
  invalid_rows: { status: 400, title: 'The file contains invalid rows.' },
  invalid_phone_number: {
    status: 400,
    title: 'The phone number in the path is not an E.164 number such as "+14155550123".',
  },
  not_scheduled: { status: 400, title: 'The job is not scheduled.' },
  unauthenticated: { status: 401, title: 'A valid API key is required.' },
  forbidden: { status: 403, title: 'The API key does not permit this operation.' },
  cross_site_request: { status: 403, title: 'The session serves the pages of this service only.' },
  https_required: { status: 403, title: 'The service accepts sessions over https only.' },
  organization_blocked: { status: 403, title: 'The operator of this service has blocked the organization.' },
  campaign_blocked: { status: 403, title: 'The operator of this service has blocked the campaign.' },
  route_not_found: { status: 404, title: 'Path not found.' },
  campaign_not_found: { status: 404, title: 'Campaign not found.' },
  version_not_found: { status: 404, title: 'Version not found.' },
  job_not_found: { status: 404, title: 'Job not found.' },
  call_not_found: { status: 404, title: 'Call not found.' },
  recording_not_found: { status: 404, title: 'Recording not found.' },
  webhook_not_found: { status: 404, title: 'Webhook not found.' },
  delivery_not_found: { status: 404, title: 'Delivery not found.' },
  session_not_found: { status: 404, title: 'The request carries no session.' },
  api_key_not_found: { status: 404, title: 'API key not found.' },
  suppression_not_found: { status: 404, title: 'The number is not suppressed here.' },
  bulk_action_not_found: { status: 404, title: 'Bulk action not found.' },
  import_not_found: { status: 404, title: 'Import not found.' },
  method_not_allowed: { status: 405, title: 'The path does not support this method.' },
  not_acceptable: { status: 406, title: 'None of the accepted media types is available.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },
  job_not_running: { status: 409, title: 'The job is not running.' },
  nothing_to_analyze: { status: 409, title: 'There is nothing to analyze.' },
  corrections_changed: { status: 409, title: 'The corrections were changed concurrently.' },
  call_not_active: { status: 409, title: 'The call is not active.' },
  idempotency_in_progress: { status: 409, title: 'The first request with this Idempotency-Key is still in progress.' },
  import_not_running: { status: 409, title: 'The import is not running.' },
  bulk_action_not_running: { status: 409, title: 'The bulk action is not running.' },
  campaign_state: { status: 409, title: 'The state of the campaign does not allow this.' },
  campaign_changed: { status: 409, title: 'The campaign was changed concurrently.' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled.' },
  webhook_changed: { status: 409, title: 'The webhook was changed concurrently.' },
  too_many_webhooks: { status: 409, title: 'The organization has reached its webhook limit.' },
  too_many_open_jobs: { status: 409, title: 'The organization has reached its limit of open jobs.' },
  too_many_bulk_actions: { status: 409, title: 'The organization has reached its limit of running bulk actions.' },
  too_many_campaigns: { status: 409, title: 'The organization has reached its campaign limit.' },
  too_many_api_keys: { status: 409, title: 'The organization has reached its API key limit.' },
  body_too_large: { status: 413, title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, title: 'The request body must be JSON.' },
  file_too_large: { status: 413, title: 'The file is too large.' },
  too_many_rows: { status: 413, title: 'The file has too many rows.' },
  unsupported_upload: { status: 415, title: 'The format of the upload is not supported.' },
  range_not_satisfiable: { status: 416, title: 'The requested range is not satisfiable.' },
  idempotency_reply_erased: {
    status: 410,
    title: 'The job of the first request with this Idempotency-Key was erased.',
  },
  idempotency_secret_not_stored: {
    status: 410,
    title: 'The first response with this Idempotency-Key contained a secret, which is not stored.',
  },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for a different request.' },
  validation_too_long: { status: 422, title: 'The file takes too long to validate.' },
  upgrade_required: { status: 426, title: 'The path accepts only WebSocket connections.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  too_many_redeliveries: { status: 429, title: 'The organization has repeated too many deliveries.' },
  checks_too_slow: { status: 429, title: 'Checks of values took too long.' },
  too_many_downloads: { status: 429, title: 'Too many downloads are in progress.' },
  too_many_streams: { status: 429, title: 'Too many event streams are open.' },
  header_too_large: { status: 431, title: 'The request headers are too large.' },
  uploads_busy: { status: 503, title: 'Too many uploads are in progress.' },
  internal_error: { status: 500, title: 'An internal error occurred.' },
  key_unavailable: { status: 500, title: 'The configured keys cannot decrypt the stored data.' },
  audio_unavailable: { status: 503, title: 'The audio of the call is unavailable.' },
  store_unavailable: { status: 503, title: 'The database is unavailable.' },
  engine_unavailable: { status: 503, title: 'The workflow engine is unavailable.' },
} as const;
export type ProblemCode = keyof typeof problems;

/** The body of every error response: RFC 9457 problem details with extension members. */
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

/** @param occurrence this occurrence; `detail` defaults to the title */
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
