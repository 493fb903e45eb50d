import { insertKey } from '../../support/keys';
import { bulkActionJobStates, bulkActionKinds, maxRunningBulkActions } from '../../../shared/domain/bulk/bulk-action';
import { jobStates } from '../../../shared/domain/job/state';
import { startTestApi, type TestApi } from '../../support/api';
import { storeBulkAction } from '../../support/bulk-actions';
import { createRequest, type Answer } from '../../support/requests';
import { expectProblem, pointersOf } from '../api/problem';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const { workflows, asked } = createWorkflowClientDouble();
let server: TestApi;
/** An organization of its own for each test. */
let api: TestApi;
beforeAll(async () => {
  server = await startTestApi({ workflows });
});
afterAll(() => server.stop());
beforeEach(async () => {
  asked.length = 0;
  const caller = await server.anotherCaller({ AnalysisSchema: { properties: { Confirmed: {} } } });
  const { orgId: OrgID, campaignId: CampaignID } = caller;
  api = { ...server, ...caller, insertJob: (fields) => server.insertJob({ OrgID, CampaignID, ...fields }) };
});

interface DryRun {
  Jobs: number;
  ExampleJobIDs: string[];
}
const path = () => `/campaigns/${api.campaignId}/bulk-actions`;
const post = <Body = { BulkActionID: string }>(body: object, headers: Record<string, string> = {}) =>
  api.request<Body>('POST', path(), body, { headers });
const dryRun = async (body: object): Promise<DryRun> => {
  const answer = await post<DryRun>({ ...body, DryRun: true });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200, body: { DryRun: true } });
  return answer.body;
};
const begun = () => asked.filter(({ what }) => what === 'startBulkAction').length;
const stored = () => api.mongo.db.collection('bulk_actions').find({ OrgID: api.orgId }).toArray();
const all = { All: true };

describe('a dry run', () => {
  it.each(bulkActionKinds)('of %s counts the jobs that it can change, and stores nothing', async (Action) => {
    for (const State of jobStates) await api.insertJob({ State });
    const parameters = { reschedule: { CallAtUnixSeconds: -1 }, update: { Data: { a: 1 } } } as Record<string, object>;
    const { Jobs, ExampleJobIDs } = await dryRun({ Action, Filter: all, ...parameters[Action] });
    expect(Jobs).toBe(bulkActionJobStates[Action].length);
    expect(ExampleJobIDs).toHaveLength(Jobs);
    expect(await stored()).toEqual([]);
    expect(begun()).toBe(0);
  });

  it('gives the ids of ten jobs at most, oldest first', async () => {
    const made = [];
    for (let n = 0; n < 12; n++) made.push(await api.insertJob({ State: 'scheduled', CreatedMS: 1_000 - n }));
    const { Jobs, ExampleJobIDs } = await dryRun({ Action: 'cancel', Filter: all });
    expect(Jobs).toBe(12);
    expect(ExampleJobIDs).toEqual(
      made
        .map(({ ID }) => ID)
        .reverse()
        .slice(0, 10),
    );
  });

  it('combines every condition of the filter', async () => {
    const ms = (text: string) => Date.parse(text);
    const fits = { State: 'failed', FailureReason: 'technical_error', CreatedMS: ms('2026-01-02T00:00:00Z') } as const;
    const [UpdatedMS, tooLate] = [ms('2026-02-02T00:00:00Z'), ms('2026-03-01T00:00:00Z')];
    const job = await api.insertJob({ ...fits, UpdatedMS });
    await api.insertJob({ ...fits, UpdatedMS, State: 'completed' });
    await api.insertJob({ ...fits, UpdatedMS, FailureReason: 'opted_out' });
    await api.insertJob({ ...fits, UpdatedMS, CreatedMS: tooLate });
    await api.insertJob({ ...fits, UpdatedMS: tooLate });
    await api.insertJob({ ...fits, UpdatedMS, TestJob: true });
    const Filter = {
      States: ['failed'],
      FailureReasons: ['technical_error'],
      Test: false,
      CreatedAfter: '2026-01-02T00:00:00Z',
      CreatedBefore: '2026-02-01T00:00:00Z',
      UpdatedAfter: '2026-02-01T00:00:00+00:00',
      UpdatedBefore: '2026-03-01T00:00:00Z',
    };
    expect(await dryRun({ Action: 'redial', Filter })).toMatchObject({ Jobs: 1, ExampleJobIDs: [job.ID] });
  });

  it('leaves out jobs that are made later, and those of other campaigns', async () => {
    await api.insertJob({ State: 'scheduled', CreatedMS: Date.now() + 3_600_000 });
    await api.insertJob({ State: 'scheduled', CampaignID: 'campaign_other' });
    expect((await dryRun({ Action: 'cancel', Filter: all })).Jobs).toBe(0);
  });
});

describe('an invalid bulk action', () => {
  it.each<[string, object, string]>([
    ['with an empty filter', { Action: 'cancel', Filter: {} }, '/Filter'],
    ['with an operator of the database', { Action: 'cancel', Filter: { $where: '1' } }, '/Filter/$where'],
    ['with an import of another campaign', { Action: 'cancel', Filter: { ImportID: 'import_x' } }, '/Filter/ImportID'],
    ['that reschedules too far', { Action: 'reschedule', Filter: all, CallAtUnixSeconds: 1e12 }, '/CallAtUnixSeconds'],
  ])('%s is refused, and nothing is stored', async (_, body, pointer) => {
    const answer = await post(body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toContain(pointer);
    expect(await stored()).toEqual([]);
    expect(begun()).toBe(0);
  });

  it('is refused before it begins if its constraints are valid for no job', async () => {
    const config = { Variants: [], Defaults: { Constraints: { MaxTotalCalls: 2 } } };
    const caller = await api.anotherCaller(config);
    const { key } = await insertKey({ ...api, orgId: caller.orgId }, { Scopes: ['jobs:write'] });
    const url = `/campaigns/${caller.campaignId}/bulk-actions`;
    const body = { Action: 'update', Filter: all, Constraints: { MaxTotalCalls: 9 } };
    const answer = await createRequest(api.url, key)('POST', url, body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/Constraints/MaxTotalCalls']);
  });
});

describe('a bulk action', () => {
  it('is stored, started and shown', async () => {
    await api.insertJob({ State: 'scheduled' });
    const Filter = { States: ['scheduled'], CreatedAfter: '2020-01-01T00:00:00Z' };
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const made = await post({ Action: 'reschedule', Filter, CallAtUnixSeconds: tomorrow });
    expect(made.status).toBe(202);
    const id = made.body.BulkActionID;
    expect(made.headers.get('location')).toBe(`${path()}/${id}`);
    expect(begun()).toBe(1);
    const shown = await api.request('GET', `${path()}/${id}`);
    expect(shown.body).toMatchObject({
      ID: id,
      Action: 'reschedule',
      Filter,
      CallAt: new Date(tomorrow * 1000).toISOString(),
      State: 'running',
      Matched: 1,
      Done: 0,
      Progress: 0,
    });
    const log = await api.request<{ AuditLogEntries: object[] }>('GET', '/audit-log?action=bulk_action.created');
    expect(log.body.AuditLogEntries).toMatchObject([{ Data: { BulkActionID: id, Details: { Jobs: 1 } } }]);
  });

  it('keeps what it gives to jobs sealed', async () => {
    const body = { Action: 'update', Filter: all, Data: { Name: 'Ada-Lovelace-4711' } };
    expect((await post(body)).status).toBe(202);
    const [action] = await stored();
    expect(JSON.stringify(action)).not.toContain('Lovelace');
    const id = String(action?._id);
    expect(await api.store.bulkActions.loadParameters(id)).toEqual({ Data: body.Data });
    await api.store.bulkActions.finish((await api.store.bulkActions.load(id))!, 'completed', Date.now());
    expect((await stored())[0]).not.toHaveProperty('SealedParameters');
  });

  it('repeated with its Idempotency-Key, is the same one', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { Action: 'cancel', Filter: all };
    const [first, second] = [await post(body, headers), await post(body, headers)];
    expect(second.body).toEqual(first.body);
    expect(await stored()).toHaveLength(1);
  });

  it('is refused while as many run as may, even if they are requested at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: maxRunningBulkActions + 3 }, () => post({ Action: 'cancel', Filter: all })),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeLessThanOrEqual(maxRunningBulkActions);
    while ((await stored()).length < maxRunningBulkActions) await post({ Action: 'cancel', Filter: all });
    expectProblem(await post({ Action: 'cancel', Filter: all }), 'too_many_bulk_actions');
    expect((await dryRun({ Action: 'cancel', Filter: all })).Jobs).toBe(0);
    const [one] = await stored();
    await api.store.bulkActions.finish((await api.store.bulkActions.load(String(one?._id)))!, 'completed', Date.now());
    expect((await post({ Action: 'cancel', Filter: all })).status).toBe(202);
  });

  it('needs the scopes that the requests for single jobs need', async () => {
    const { key } = await insertKey(api, { Scopes: ['jobs:write'] });
    const request = createRequest(api.url, key);
    expectProblem(await request('POST', path(), { Action: 'erase', Filter: all }), 'forbidden');
    expect((await request('POST', path(), { Action: 'cancel', Filter: all })).status).toBe(202);
    expectProblem(await request('GET', path()), 'forbidden');
  });

  it('of another organization, or of another campaign, does not exist', async () => {
    const { body } = await post({ Action: 'cancel', Filter: all });
    const stranger = await api.anotherCaller();
    expectProblem(await stranger.request('POST', path(), { Action: 'cancel', Filter: all }), 'campaign_not_found');
    expectProblem(await stranger.request('GET', path()), 'campaign_not_found');
    for (const campaign of [api.campaignId, stranger.campaignId]) {
      const url = `/campaigns/${campaign}/bulk-actions/${body.BulkActionID}`;
      expectProblem(await stranger.request('GET', url), 'bulk_action_not_found');
      expectProblem(await stranger.request('POST', `${url}/cancel`), 'bulk_action_not_found');
    }
  });

  it('that redials is refused if the campaign takes no jobs, or the organization not so many', async () => {
    await api.insertJob({ State: 'failed' });
    const redial = { Action: 'redial', Filter: all };
    await api.store.organizations.setPolicy(api.orgId, { MaxOpenJobs: 1 });
    expect((await dryRun(redial)).Jobs).toBe(1);
    await api.insertJob({ State: 'failed' });
    expectProblem(await post(redial), 'too_many_open_jobs');
    expect((await api.request('POST', `/campaigns/${api.campaignId}/stop`)).status).toBe(200);
    expectProblem(await post(redial), 'campaign_state');
    expect((await dryRun({ Action: 'erase', Filter: all })).Jobs).toBe(2);
  });
});

describe('the end of a bulk action', () => {
  it('can be requested while it runs, and again', async () => {
    const { body } = await post({ Action: 'cancel', Filter: all });
    const cancel = () => api.request('POST', `${path()}/${body.BulkActionID}/cancel`);
    for (let n = 0; n < 2; n++) expect(await cancel()).toMatchObject({ status: 202, body: { State: 'running' } });
    expect(begun()).toBe(3);
    const action = (await api.store.bulkActions.load(body.BulkActionID))!;
    await api.store.bulkActions.finish(action, 'canceled', Date.now());
    expect(await cancel()).toMatchObject({ status: 202, body: { State: 'canceled' } });
  });

  it('cannot be requested afterwards', async () => {
    const { body } = await post({ Action: 'cancel', Filter: all });
    await api.store.bulkActions.finish((await api.store.bulkActions.load(body.BulkActionID))!, 'completed', Date.now());
    expectProblem(await api.request('POST', `${path()}/${body.BulkActionID}/cancel`), 'bulk_action_not_running');
  });
});

it('lists the bulk actions of a campaign in pages, newest first', async () => {
  const ids = Array.from({ length: 5 }, (_, n) => `bulk_${n}`);
  for (const [n, ID] of ids.entries())
    await storeBulkAction(api, {
      ...{ ID, OrgID: api.orgId, CampaignID: api.campaignId, Action: 'cancel' },
      ...{ State: 'completed', CreatedMS: 1_000 + Math.floor(n / 2) },
    });
  const found: string[] = [];
  for (let url: string | undefined = `${path()}?limit=2`; url !== undefined;) {
    const page: Answer<{ BulkActions: { ID: string }[] }> = await api.request('GET', url);
    found.push(...page.body.BulkActions.map(({ ID }) => ID));
    url = /<http:\/\/outdial\.test(.*)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(found).toEqual([...ids].reverse());
  expectProblem(await api.request('GET', `${path()}?after=bulk_x`), 'invalid_query');
});
