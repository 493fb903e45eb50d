import { DecryptionError } from '../../../shared/adapters/crypto/aead';
import { KeyUnwrapError } from '../../../shared/adapters/crypto/key-wrapper';
import { isStoreUnavailable } from '../../../shared/adapters/mongo/client';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import { ProblemError } from './problem';

/** Errors of body parsing and routing carry `type` or `status`; their messages echo input and must not be sent. */
const bodyProblems: Record<string, ProblemError | undefined> = {
  'entity.verify.failed': new ProblemError('malformed_json', { detail: 'The body is not valid UTF-8.' }),
  'entity.too.large': new ProblemError('body_too_large', { detail: 'The body must not exceed 256 kB.' }),
  'encoding.unsupported': new ProblemError('unsupported_media_type', {
    detail: 'Unsupported Content-Encoding. Use gzip, deflate or br.',
  }),
  'charset.unsupported': new ProblemError('unsupported_media_type', { detail: 'JSON must be encoded as UTF-8.' }),
};

const member = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Maps an error to a problem. An unexpected error becomes `internal_error`, and its text stays in the log. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStoreUnavailable(error)) {
    return new ProblemError('store_unavailable', {
      detail:
        'The database did not respond, so the outcome of a change is unknown. Repeat the request later, with the same Idempotency-Key.',
      headers: { 'Retry-After': '2' },
      cause: error,
    });
  }
  if (error instanceof EngineUnavailableError) {
    return new ProblemError('engine_unavailable', {
      detail: 'The workflow engine did not respond, so the outcome is unknown. The request can be retried.',
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  if (error instanceof KeyUnwrapError) {
    return new ProblemError('key_unavailable', {
      detail: 'The data is encrypted under a master key that this service is not configured with.',
      cause: error,
    });
  }
  if (error instanceof DecryptionError) {
    return new ProblemError('key_unavailable', {
      detail: 'The stored data does not decrypt. Search the log for the request ID.',
      cause: error,
    });
  }
  const bodyProblem = bodyProblems[String(member(error, 'type'))];
  if (bodyProblem) return bodyProblem;
  if (error instanceof URIError) {
    return new ProblemError('malformed_request', { detail: 'The path contains a percent-encoding that is not UTF-8.' });
  }
  const status = member(error, 'status');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ProblemError('malformed_request', { detail: 'The request could not be parsed.', cause: error });
  }
  return new ProblemError('internal_error', {
    detail: 'The request failed. Search the log for the request ID.',
    cause: error,
  });
}
