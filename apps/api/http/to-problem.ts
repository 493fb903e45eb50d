import { KeyUnwrapError } from '../../../shared/adapters/crypto/key-wrapper';
import { isStoreUnavailable } from '../../../shared/adapters/mongo/client';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import { ProblemError } from './problem';

/** What body parsing and routing throw carries `type` or `status`; their messages echo input and are not passed on. */
const bodyProblems: Record<string, ProblemError | undefined> = {
  'entity.parse.failed': new ProblemError('malformed_json', { detail: 'The body does not parse as JSON.' }),
  'entity.verify.failed': new ProblemError('malformed_json', { detail: 'The body is not valid UTF-8.' }),
  'entity.too.large': new ProblemError('body_too_large', { detail: 'The body must not be larger than 256 kB.' }),
  'encoding.unsupported': new ProblemError('unsupported_media_type', {
    detail: 'The Content-Encoding is not supported; gzip, deflate and br are.',
  }),
  'charset.unsupported': new ProblemError('unsupported_media_type', { detail: 'JSON must be sent as UTF-8.' }),
};

const member = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** The refusal that an error becomes. An error that nobody foresaw is ours: its text stays in the log. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStoreUnavailable(error)) {
    return new ProblemError('store_unavailable', {
      detail: 'The database does not answer. Please repeat the request later.',
      headers: { 'Retry-After': '2' },
      cause: error,
    });
  }
  if (error instanceof EngineUnavailableError) {
    return new ProblemError('engine_unavailable', {
      detail: 'The workflow engine did not answer, so the outcome is not known. The request may be repeated.',
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  if (error instanceof KeyUnwrapError) {
    return new ProblemError('key_unavailable', {
      detail: 'What was asked for is sealed under a master key that this service was not started with.',
      cause: error,
    });
  }
  const known = bodyProblems[String(member(error, 'type'))];
  if (known) return known;
  if (error instanceof URIError) {
    return new ProblemError('malformed_request', { detail: 'The path holds an escape that is not UTF-8.' });
  }
  const status = member(error, 'status');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ProblemError('malformed_request', { detail: 'The request cannot be read.', cause: error });
  }
  return new ProblemError('internal_error', {
    detail: 'The request failed; the request id finds it in the log.',
    cause: error,
  });
}
