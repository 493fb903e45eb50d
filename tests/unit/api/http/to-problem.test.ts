import { MongoNetworkError, MongoServerError } from 'mongodb';
import { ProblemError } from '../../../../apps/api/http/problem';
import { toProblem } from '../../../../apps/api/http/to-problem';
import { DecryptionError } from '../../../../shared/adapters/crypto/aead';
import { KeyUnwrapError } from '../../../../shared/adapters/crypto/key-wrapper';
import { EngineUnavailableError } from '../../../../shared/adapters/temporal/workflow-client';

describe('toProblem', () => {
  it('passes a ProblemError through unchanged', () => {
    const refusal = new ProblemError('job_not_found');
    expect(toProblem(refusal)).toBe(refusal);
  });

  it('is 503 with Retry-After while the database is unavailable', () => {
    expect(toProblem(new MongoNetworkError('connect ECONNREFUSED'))).toMatchObject({
      code: 'store_unavailable',
      status: 503,
      headers: { 'Retry-After': '2' },
    });
  });

  it('recognizes the socket error of a database that has just gone down', () => {
    const closed = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(toProblem(closed).code).toBe('store_unavailable');
  });

  it('reports an unknown outcome while the workflow engine is unavailable', () => {
    const problem = toProblem(new EngineUnavailableError('no answer'));
    expect(problem).toMatchObject({ code: 'engine_unavailable', status: 503, headers: { 'Retry-After': '5' } });
    expect(problem.detail).toMatch(/outcome is unknown.*can be retried/);
  });

  it.each([new KeyUnwrapError('hunter2'), new DecryptionError('hunter2')])(
    'says that stored data does not decrypt, and keeps for the log why (%#)',
    (error) => {
      const problem = toProblem(error);
      expect(problem).toMatchObject({ code: 'key_unavailable', status: 500, cause: error });
      expect(problem.detail).not.toContain('hunter2');
    },
  );

  it.each([
    new Error('key=hunter2'),
    new MongoServerError({ message: 'E11000 hunter2' }),
    'hunter2',
    null,
    undefined,
    { status: 500, message: 'hunter2' },
  ])('keeps the text of an unexpected error for the log (%#)', (error) => {
    const problem = toProblem(error);
    expect(problem).toMatchObject({ code: 'internal_error', status: 500 });
    expect(problem.cause).toBe(error);
    expect(JSON.stringify([problem.message, problem.detail, problem.errors, problem.headers])).not.toContain('hunter2');
  });

  it.each([
    [{ type: 'entity.too.large', status: 413 }, 'body_too_large'],
    [{ type: 'encoding.unsupported', status: 415 }, 'unsupported_media_type'],
    [{ type: 'charset.unsupported', status: 415 }, 'unsupported_media_type'],
    [{ type: 'entity.verify.failed', status: 403 }, 'malformed_json'],
    [{ type: 'request.aborted', status: 400 }, 'malformed_request'],
    [new URIError("Failed to decode param 'hunter2'"), 'malformed_request'],
  ])('distinguishes the client’s errors (%#)', (error, code) => {
    const problem = toProblem(error);
    expect(problem.code).toBe(code);
    expect(problem.detail).not.toContain('hunter2');
  });
});
