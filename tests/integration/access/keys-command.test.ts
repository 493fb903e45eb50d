import { parseCommand, UsageError } from '../../../apps/cli/admin/arguments';
import { runCommand } from '../../../apps/cli/admin/api-keys';
import { startTestApi, type TestApi } from '../../support/api';
import { createRequest } from '../../support/requests';
import { createFlowsDouble } from '../api/workflow-client-double';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createFlowsDouble().workflows });
});
afterAll(() => api.stop());

const keys = async (...argv: string[]): Promise<string> => {
  const command = parseCommand([...argv, '--organization', api.orgId]);
  if (command === 'help') throw new Error('The command was not understood.');
  return runCommand(command, api.mongo, Date.now());
};

it('creates the first key of a deployment, which works until it is revoked', async () => {
  const key = (await keys('create', '--name', 'First')).split('\n').at(-1) ?? '';
  const request = createRequest(api.url, key);
  expect((await request('GET', '/api-keys')).status).toBe(200);
  const line = (await keys('list')).split('\n').find((text) => text.includes('First'));
  const [id = '', state] = line?.split('\t') ?? [];
  expect(state).toBe('active');
  await keys('revoke', id);
  expect((await keys('list')).split('\n').find((text) => text.includes('First'))).toContain('revoked');
});

it('sets the requested scopes, campaigns and expiry', async () => {
  const said = await keys(
    ...['create', '--name', 'Small', '--scopes', 'jobs:read', '--campaigns', api.campaignId],
    ...['--expires', '2999-01-01T00:00:00Z'],
  );
  const request = createRequest(api.url, said.split('\n').at(-1));
  expect((await request('GET', api.jobs)).status).toBe(200);
  expect((await request('POST', api.jobs, {})).status).toBe(403);
});

it.each([
  [['create']],
  [['create', '--name', 'x', '--scopes', 'everything']],
  [['create', '--name', 'x', '--campaigns', 'campaign_unknown', '--scopes', 'jobs:read']],
  [['revoke', 'key_unknown']],
  [['revoke']],
  [['dance']],
  [['list', '--loud']],
])('rejects %j and says why', async (argv) => {
  await expect(Promise.resolve().then(() => keys(...argv))).rejects.toThrow(UsageError);
});
