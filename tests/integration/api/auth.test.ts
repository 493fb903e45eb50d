import { apiKeyHash } from '../../../shared/adapters/crypto/api-key';
import { scopes } from '../../../shared/domain/access/scope';
import { routes } from '../../../apps/api/routes';
import { startTestApi, type TestApi } from '../../support/api';
import { anonymousRequest, createRequest } from '../../support/requests';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const guarded = routes.filter(({ access }) => access !== 'public');
const anyPath = (path: string): string => path.replaceAll(/:[A-Za-z]+/g, 'x');

describe('without a key', () => {
  it.each(guarded.map(({ method, path }) => [method, path]))('%s %s is rejected', async (method, path) => {
    const answer = await anonymousRequest(api.url)(method, anyPath(path));
    expectProblem(answer, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('does not distinguish existing paths from missing ones', async () => {
    expectProblem(await anonymousRequest(api.url)('GET', '/nothing/here'), 'unauthenticated');
  });

  it('rejects before reading the body', async () => {
    const answer = await anonymousRequest(api.url)('POST', api.jobs, undefined, {
      headers: { 'content-type': 'application/json' },
      raw: '{ not json',
    });
    expectProblem(answer, 'unauthenticated');
  });
});

describe('a key', () => {
  const status = async (authorization: string): Promise<number> =>
    (await anonymousRequest(api.url)('GET', '/campaigns', undefined, { headers: { authorization } })).status;

  it('is accepted as a bearer token, in any case of the scheme', async () => {
    expect(await status(`Bearer ${api.key}`)).toBe(200);
    expect(await status(`bearer  ${api.key}`)).toBe(200);
  });

  it('is accepted in no other way', async () => {
    for (const wrong of [
      api.key,
      `Basic ${Buffer.from(`${api.key}:`).toString('base64')}`,
      `Bearer ${api.key}x`,
      `Bearer ${api.key.slice(1)}`,
      `Bearer ${api.key} ${api.key}`,
      `Token ${api.key}`,
      'Bearer',
      'Bearer ',
      `Bearer ${'x'.repeat(10_000)}`,
    ])
      expect({ wrong, status: await status(wrong) }).toEqual({ wrong, status: 401 });
    expectProblem(await anonymousRequest(api.url)('GET', `/campaigns?apiKey=${api.key}`), 'unauthenticated');
  });

  it('is accepted as a query parameter of recordings, unless another bearer token is sent', async () => {
    const path = `/campaigns/${api.campaignId}/jobs/job_x/calls/call_x/recordings/input.mp3?apiKey=`;
    const codeOf = async (key: string, authorization?: string): Promise<unknown> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await anonymousRequest(api.url)<{ code: string }>('GET', path + key, undefined, { headers })).body.code;
    };
    const found = await codeOf(api.key);
    expect(found).toMatch(/_not_found$/);
    // A browser or a proxy adds credentials of its own.
    for (const authorization of ['Basic YTpi', `Digest username="a"`, 'Bearer', 'Token x'])
      expect([authorization, await codeOf(api.key, authorization)]).toEqual([authorization, found]);
    expect(await codeOf(api.key, 'Bearer of_another_organization')).toBe('unauthenticated');
    expect(await codeOf('wrong', 'Basic YTpi')).toBe('unauthenticated');
  });

  it('is not stored in the database', async () => {
    const stored = await api.mongo.db.collection('api_keys').find().toArray();
    expect(stored).not.toHaveLength(0);
    expect(JSON.stringify(stored)).not.toContain(api.key);
  });

  it('works within a second of being stored, even if it was refused before', async () => {
    const key = 'a_key_that_comes_a_little_later';
    const request = createRequest(api.url, key);
    expect((await request('GET', '/campaigns')).status).toBe(401);
    await api.store.apiKeys.insertIfAbsent({
      ID: 'key_late',
      OrgID: api.orgId,
      Hash: apiKeyHash(key),
      Name: 'Late',
      Scopes: scopes,
      CreatedMS: 0,
    });
    await until(
      () => request('GET', '/campaigns'),
      ({ status }) => status === 200,
    );
  });
});
