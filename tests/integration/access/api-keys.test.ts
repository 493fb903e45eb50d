import { organizationScopes, scopes } from '../../../shared/domain/access/scope';
import type { ApiKey } from '../../../shared/domain/access/api-key';
import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { createRequest, type Request } from '../../support/requests';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem, pointersOf } from '../api/problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

interface Created {
  KeyID: string;
  Key: string;
}
interface Listed {
  ApiKeys: { OrgID: string; ID: string; Data: Record<string, unknown>; CreatedAt: string }[];
}
const create = (fields: Record<string, unknown> = {}) =>
  api.request<Created>('POST', '/api-keys', { Name: 'A key', Scopes: ['jobs:read'], ...fields });
const listed = async (id: string) =>
  (await api.request<Listed>('GET', '/api-keys')).body.ApiKeys.find(({ ID }) => ID === id);

describe('POST /api-keys', () => {
  it('returns the key once, and the key works within its scopes', async () => {
    const { status, body } = await create();
    expect([status, body]).toEqual([
      201,
      { KeyID: expect.stringMatching(/^key_[0-9a-f]{32}$/) as string, Key: expect.any(String) as string },
    ]);
    const request = createRequest(api.url, body.Key);
    expect((await request('GET', api.jobs)).status).toBe(200);
    expectProblem(await request('POST', api.jobs, { ContactPhoneNumber: '+14155550123' }), 'forbidden');
    const record = await listed(body.KeyID);
    expect(record).toEqual({
      OrgID: api.orgId,
      ID: body.KeyID,
      Data: expect.objectContaining({ Name: 'A key', State: 'active', Scopes: ['jobs:read'] }) as unknown,
      CreatedAt: expect.any(String) as string,
    });
    expect(JSON.stringify([record, await api.mongo.db.collection('api_keys').find().toArray()])).not.toContain(
      body.Key,
    );
  });

  it('shows when the key was last used', async () => {
    const { body } = await create();
    expect((await listed(body.KeyID))?.Data['LastUsedAt']).toBeUndefined();
    await createRequest(api.url, body.Key)('GET', api.jobs);
    await until(
      () => listed(body.KeyID),
      (key) => key?.Data['LastUsedAt'] !== undefined,
    );
  });

  it('limits a key to its campaigns', async () => {
    const { body } = await create({ CampaignIDs: [api.campaignId] });
    const other = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Other' });
    const request = createRequest(api.url, body.Key);
    expect((await request('GET', api.jobs)).status).toBe(200);
    expectProblem(await request('GET', `/campaigns/${other.body.CampaignID}/jobs`), 'campaign_not_found');
    const campaigns = await request<{ Campaigns: { ID: string }[] }>('GET', '/campaigns');
    expect(campaigns.body.Campaigns.map(({ ID }) => ID)).toEqual([api.campaignId]);
  });

  it('grants no scope that the requesting key lacks', async () => {
    const { request } = await insertKey(api, { Scopes: ['keys:manage', 'jobs:read'] });
    expect((await request('POST', '/api-keys', { Name: 'same', Scopes: ['jobs:read'] })).status).toBe(201);
    expectProblem(await request('POST', '/api-keys', { Name: 'more', Scopes: ['jobs:write'] }), 'forbidden');
  });

  it.each([
    [{ Scopes: [] }, '/Scopes'],
    [{ Scopes: ['jobs:all'] }, '/Scopes/0'],
    [{ Scopes: ['jobs:read', 'jobs:read'] }, '/Scopes'],
    [{ Name: ' ' }, '/Name'],
    [{ ExpiresAt: 'tomorrow' }, '/ExpiresAt'],
    [{ ExpiresAt: '2020-01-01T00:00:00Z' }, '/ExpiresAt'],
    [{ CampaignIDs: ['campaign_unknown'] }, '/CampaignIDs/0'],
    [{ CampaignIDs: [] }, '/CampaignIDs'],
    [{ Owner: 'me' }, '/Owner'],
  ])('rejects %j by name', async (fields, pointer) => {
    const answer = await create(fields);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
  });

  it.each(organizationScopes)('never grants %s to a key that is limited to campaigns', async (scope) => {
    expectProblem(await create({ Scopes: [scope], CampaignIDs: [api.campaignId] }), 'invalid_body');
  });
});

describe('DELETE /api-keys/:keyID', () => {
  it('takes effect immediately, keeps the key listed, and is idempotent', async () => {
    const { body } = await create();
    const request = createRequest(api.url, body.Key);
    expect((await request('GET', api.jobs)).status).toBe(200);
    const revoked = await api.request('DELETE', `/api-keys/${body.KeyID}`);
    expect(revoked).toMatchObject({ status: 200, body: { ID: body.KeyID, Data: { State: 'revoked' } } });
    expect(expectProblem(await request('GET', api.jobs), 'unauthenticated').detail).toBe(
      'The API key has been revoked.',
    );
    expect((await api.request('DELETE', `/api-keys/${body.KeyID}`)).body).toEqual(revoked.body);
    expect((await listed(body.KeyID))?.Data['State']).toBe('revoked');
  });

  it('is 404 for a key of another organization, which keeps working', async () => {
    const stranger = await api.anotherCaller();
    const { id, request } = await insertKey({ ...api, orgId: stranger.orgId });
    expectProblem(await api.request('DELETE', `/api-keys/${id}`), 'api_key_not_found');
    expect((await request('GET', '/campaigns')).status).toBe(200);
  });
});

it('rejects a key after it expires', async () => {
  const { request } = await insertKey(api, { ExpiresMS: Date.now() + 400, Scopes: scopes });
  expect((await request('GET', api.jobs)).status).toBe(200);
  await until(
    () => request('GET', api.jobs),
    ({ status }) => status === 401,
  );
});

describe('a key that keys:manage created', () => {
  const hourMs = 3_600_000;
  const manager = (fields: Partial<ApiKey> = {}) =>
    insertKey(api, { Scopes: ['keys:manage', 'jobs:read', 'audit:read'], ...fields });
  const createBy = (request: Request, fields: Record<string, unknown> = {}) =>
    request<Created>('POST', '/api-keys', { Name: 'Child', Scopes: ['jobs:read', 'keys:manage'], ...fields });

  it('expires no later than its creator', async () => {
    const ExpiresMS = Math.floor((Date.now() + hourMs) / 1_000) * 1_000;
    const { id, request } = await manager({ ExpiresMS });
    const inherited = await createBy(request);
    const expected = { ExpiresAt: new Date(ExpiresMS).toISOString(), CreatedBy: id };
    expect((await listed(inherited.body.KeyID))?.Data).toMatchObject(expected);
    const late = await createBy(request, { ExpiresAt: new Date(ExpiresMS + 1_000).toISOString() });
    expect(pointersOf(late)).toEqual(['/ExpiresAt']);
    const earlier = new Date(ExpiresMS - 60_000).toISOString();
    const early = await createBy(request, { ExpiresAt: earlier });
    expect((await listed(early.body.KeyID))?.Data).toMatchObject({ ExpiresAt: earlier });
    expect((await listed((await create()).body.KeyID))?.Data['ExpiresAt']).toBeUndefined();
  });

  it('can be revoked with its creator, and so can the keys that it created', async () => {
    const { id, request } = await manager();
    const child = (await createBy(request)).body;
    const grandchild = (await createBy(createRequest(api.url, child.Key))).body;
    const other = (await create()).body;
    const alone = await api.request<{ Descendants?: string[] }>('DELETE', `/api-keys/${id}`);
    expect(alone.body.Descendants).toBeUndefined();
    expect((await listed(child.KeyID))?.Data['State']).toBe('active');
    const all = await api.request<{ Descendants: string[] }>('DELETE', `/api-keys/${id}?descendants=true`);
    expect(all).toMatchObject({ status: 200, body: { ID: id, Data: { State: 'revoked' } } });
    expect(new Set(all.body.Descendants)).toEqual(new Set([child.KeyID, grandchild.KeyID]));
    for (const { Key } of [child, grandchild]) {
      expectProblem(await createRequest(api.url, Key)('GET', api.jobs), 'unauthenticated');
    }
    expect((await listed(other.KeyID))?.Data['State']).toBe('active');
  });

  it('does not survive a revocation that comes while it is created', async () => {
    const { id, request } = await manager();
    const { replace } = api.store.apiKeys;
    const replaced = jest.spyOn(api.store.apiKeys, 'replace').mockImplementationOnce(async (key) => {
      await api.store.apiKeys.revoke(api.orgId, id, Date.now());
      await replace(key);
    });
    expectProblem(await createBy(request), 'unauthenticated');
    replaced.mockRestore();
    const { body } = await api.request<Listed>('GET', '/api-keys');
    const children = body.ApiKeys.filter(({ Data }) => Data['CreatedBy'] === id);
    expect(children.map(({ Data }) => Data['State'])).toEqual(['revoked']);
  });
});
