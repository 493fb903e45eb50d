import { MongoNetworkError, MongoServerError } from 'mongodb';
import { ProblemError } from '../../../../apps/api/http/problem';
import { toProblem } from '../../../../apps/api/http/to-problem';
import { EngineUnavailableError } from '../../../../shared/adapters/temporal/workflow-client';

describe('problemOf', () => {
  it('lets a refusal through as it is', () => {
    const refusal = new ProblemError('job_not_found');
    expect(toProblem(refusal)).toBe(refusal);
  });

  it('says 503 and when to come back while the database is away', () => {
    expect(toProblem(new MongoNetworkError('connect ECONNREFUSED'))).toMatchObject({
      code: 'store_unavailable',
      status: 503,
      headers: { 'Retry-After': '2' },
    });
  });

  it('knows what a socket says when the database has just gone', () => {
    const closed = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(toProblem(closed).code).toBe('store_unavailable');
  });

  it('says that the outcome is unknown while the engine is away', () => {
    const problem = toProblem(new EngineUnavailableError('no answer'));
    expect(problem).toMatchObject({ code: 'engine_unavailable', status: 503, headers: { 'Retry-After': '5' } });
    expect(problem.detail).toMatch(/not known.*may be repeated/);
  });

  it.each([
    new Error('key=hunter2'),
    new MongoServerError({ message: 'E11000 hunter2' }),
    'hunter2',
    null,
    undefined,
    { status: 500, message: 'hunter2' },
  ])('keeps the text of what nobody foresaw for the log (%#)', (error) => {
    const problem = toProblem(error);
    expect(problem).toMatchObject({ code: 'internal_error', status: 500 });
    expect(problem.cause).toBe(error);
    expect(JSON.stringify([problem.message, problem.detail, problem.errors, problem.headers])).not.toContain('hunter2');
  });

  it.each([
    [{ type: 'entity.parse.failed', status: 400, message: 'hunter2' }, 'malformed_json'],
    [{ type: 'entity.too.large', status: 413 }, 'body_too_large'],
    [{ type: 'encoding.unsupported', status: 415 }, 'unsupported_media_type'],
    [{ type: 'charset.unsupported', status: 415 }, 'unsupported_media_type'],
    [{ type: 'entity.verify.failed', status: 403 }, 'malformed_json'],
    [{ type: 'request.aborted', status: 400 }, 'malformed_request'],
    [new URIError("Failed to decode param 'hunter2'"), 'malformed_request'],
  ])('tells the mistakes of the sender apart (%#)', (error, code) => {
    const problem = toProblem(error);
    expect(problem.code).toBe(code);
    expect(problem.detail).not.toContain('hunter2');
  });
});
