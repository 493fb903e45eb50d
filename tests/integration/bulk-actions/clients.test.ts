import { createOutdialClient, type CreateBulkAction } from '@outdial/client';
import { startTestApi, type TestApi } from '../../support/api';
import { outdial, type Ran } from '../../support/command-line';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterEach(() => api.stop());

const ids = async (): Promise<string[]> =>
  (await api.mongo.db.collection('bulk_actions').find().toArray()).map(({ _id }) => String(_id));

it('the client begins, shows, lists and cancels bulk actions', async () => {
  const { bulkActions } = createOutdialClient({ baseUrl: api.url, apiKey: api.key });
  const campaign = api.campaignId;
  const body: CreateBulkAction = { Action: 'cancel', Filter: { States: ['scheduled'] } };
  await api.insertJob({ State: 'scheduled' });
  expect(await bulkActions.dryRun(campaign, body)).toMatchObject({ Jobs: 1 });
  const { BulkActionID } = await bulkActions.create(campaign, body);
  expect(await bulkActions.get(campaign, BulkActionID)).toMatchObject({ State: 'running', Matched: 1 });
  await bulkActions.create(campaign, { Action: 'update', Filter: { All: true }, Data: {} });
  const found = [];
  for await (const { ID } of bulkActions.all(campaign, { limit: 1 })) found.push(ID);
  expect(found.sort()).toEqual((await ids()).sort());
  expect(await bulkActions.cancel(campaign, BulkActionID)).toEqual({ BulkActionID, State: 'running' });
});

const run = (...args: string[]): Promise<Ran> =>
  outdial(['bulk', ...args], {
    env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key, OUTDIAL_CAMPAIGN: api.campaignId },
  });

it('the command line passes every condition, and shows what matches without changing it', async () => {
  const job = await api.insertJob({ State: 'failed', FailureReason: 'technical_error' });
  const conditions = ['--state', 'failed', '--failure-reason', 'technical_error', '--no-test'];
  const instants = ['--created-after', '2020-01-01T00:00:00Z', '--updated-before', '2200-01-01T00:00:00Z'];
  const shown = await run('redial', ...conditions, ...instants, '--dry-run');
  expect(shown).toMatchObject({ code: 0, out: `1 jobs. Nothing was changed.\n  ${job.ID}\n` });
  const made = await run('redial', ...conditions, ...instants, '--json');
  const { BulkActionID } = JSON.parse(made.out) as { BulkActionID: string };
  expect((await api.store.bulkActions.load(BulkActionID))?.Filter).toEqual({
    States: ['failed'],
    FailureReasons: ['technical_error'],
    Test: false,
    CreatedAfter: '2020-01-01T00:00:00.000Z',
    UpdatedBefore: '2200-01-01T00:00:00.000Z',
  });
});

it('the command line reschedules, updates, follows and stops', async () => {
  expect((await run('cancel')).err).toContain('Pass a filter, or --all');
  expect((await run('reschedule', '--all', '--in', '2h')).code).toBe(0);
  expect((await run('update', '--all', '--metadata', '{"Line":1}')).code).toBe(0);
  const [first = '', second = ''] = await ids();
  expect((await run('list')).out).toMatch(/ID +ACTION +STATE/);
  expect((await run('stop', first, '--json')).out).toContain('running');
  await api.store.bulkActions.finish((await api.store.bulkActions.load(second))!, 'completed', Date.now());
  const followed = await run('get', second, '--watch');
  expect(followed).toMatchObject({ code: 0, out: 'completed: 0 jobs changed\n' });
});
