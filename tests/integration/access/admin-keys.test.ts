import { outdial, type Ran } from '../../support/command-line';
import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { createRequest } from '../../support/requests';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const keys = (...args: string[]): Promise<Ran> =>
  outdial(['admin', 'keys', ...args, ...(args.includes('--organization') ? [] : ['--organization', api.orgId])], {
    env: { MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'], MONGODB_DATABASE: api.mongo.db.databaseName },
  });
const createKey = async (...args: string[]): Promise<{ id: string; key: string }> => {
  const { out, code, err } = await keys('create', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [id = '', key = ''] = out.split('\n');
  return { id, key };
};

it('creates the first key of a deployment, which works until it is revoked', async () => {
  const { id, key } = await createKey('--name', 'First');
  const request = createRequest(api.url, key);
  expect((await request('GET', '/api-keys')).status).toBe(200);
  expect((await keys('list')).out).toMatch(new RegExp(`^${id} +active +First`, 'm'));
  expect(await keys('revoke', id)).toMatchObject({ code: 0, out: `${id} is revoked.\n` });
  expect((await keys('list', '--json')).values()).toContainEqual(
    expect.objectContaining({ ID: id, State: 'revoked', Name: 'First' }),
  );
});

it('sets the requested scopes, campaigns and expiry', async () => {
  const { key } = await createKey(
    ...['--name', 'Small', '--scopes', 'jobs:read', '--campaigns', api.campaignId],
    ...['--expires', '2999-01-01T00:00:00Z'],
  );
  const request = createRequest(api.url, key);
  expect((await request('GET', api.jobs)).status).toBe(200);
  expect((await request('POST', api.jobs, {})).status).toBe(403);
});

it('revokes a key with the keys that it created', async () => {
  const { id } = await createKey('--name', 'Manager');
  const child = await insertKey(api, { CreatedBy: id });
  const grandchild = await insertKey(api, { CreatedBy: child.id });
  expect(await keys('revoke', id)).toMatchObject({ code: 0, out: `${id} is revoked.\n` });
  expect((await grandchild.request('GET', '/api-keys')).status).toBe(200);
  const { code, values } = await keys('revoke', id, '--descendants', '--json');
  expect(code).toBe(0);
  expect(values()).toEqual([{ KeyID: id, State: 'revoked', Descendants: [child.id, grandchild.id] }]);
  const listed = (await keys('list', '--json')).values() as { ID: string; State: string }[];
  for (const one of [child.id, grandchild.id]) {
    expect(listed.find(({ ID }) => ID === one)?.State).toBe('revoked');
  }
});

it.each([
  [['create']],
  [['create', '--name', 'x', '--scopes', 'everything']],
  [['create', '--name', 'x', '--campaigns', 'campaign_unknown', '--scopes', 'jobs:read']],
  [['revoke', 'key_unknown']],
  [['revoke']],
  [['dance']],
  [['list', '--loud']],
  [['list', '--organization', '../other']],
  [['create', '--name', 'x', '--organization', 'org with spaces']],
  [['create', '--name', 'x', '--organization', '']],
])('rejects %j and says why', async (args) => {
  const { code, out, err } = await keys(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: \S/);
});

it('requires the settings of the database', async () => {
  expect(await outdial(['admin', 'keys', 'list'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('MONGODB_URI: is required.') as string,
  });
});

it('makes a link that signs a browser in with a key, once', async () => {
  const { id } = await insertKey(api);
  const link = (...args: string[]): Promise<Ran> =>
    outdial(['admin', 'sign-in-link', ...args, '--organization', api.orgId], {
      env: { MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'], MONGODB_DATABASE: api.mongo.db.databaseName },
    });
  const { out, code } = await link(id, '--public-url', 'https://outdial.test/');
  expect(code).toBe(0);
  const ticket = /^https:\/\/outdial\.test\/console\/#ticket=(ticket_[\w-]{43})\n$/.exec(out)?.[1] ?? '';
  const signIn = () =>
    fetch(`${api.url}/session?ticket=${ticket}`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
  expect([(await signIn()).status, (await signIn()).status]).toEqual([201, 401]);
  expect((await link('key_unknown')).err).toContain('has no key key_unknown');
  await api.request('DELETE', `/api-keys/${id}`);
  expect((await link(id)).err).toContain(`${id} is revoked`);
});
