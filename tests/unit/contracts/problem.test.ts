import { STATUS_CODES } from 'node:http';
import { createProblem, problems, type ProblemCode } from '../../../shared/contracts/problem';

describe('problem codes', () => {
  // Clients branch on them: a failure here means that a released code was renamed or removed.
  it('are never removed or redefined', () => {
    expect(Object.keys(problems)).toEqual(
      expect.arrayContaining([
        'invalid_body',
        'invalid_query',
        'invalid_header',
        'malformed_json',
        'malformed_request',
        'not_scheduled',
        'unauthenticated',
        'route_not_found',
        'campaign_not_found',
        'job_not_found',
        'call_not_found',
        'method_not_allowed',
        'job_not_running',
        'call_not_active',
        'campaign_changed',
        'body_too_large',
        'unsupported_media_type',
        'header_too_large',
        'internal_error',
        'store_unavailable',
        'engine_unavailable',
      ]),
    );
  });

  it.each(Object.keys(problems) as ProblemCode[])('%s has a valid status, a title and a unique type', (code) => {
    const body = createProblem(code, { requestId: 'req_1' });
    expect(STATUS_CODES[body.status]).toBeDefined();
    expect(body).toMatchObject({
      type: `urn:outdial:problem:${code}`,
      code,
      requestId: 'req_1',
      instance: 'urn:outdial:request:req_1',
    });
    expect(body.detail).toMatch(/\.$/);
    expect(body).not.toHaveProperty('errors');
  });
});
