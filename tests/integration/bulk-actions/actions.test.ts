import type { BulkActionBody } from '../../../shared/contracts/bulk-action.schema';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { Job } from '../../../shared/domain/job/job';
import { sweepBulkActions } from '../../../activities/sweeper/sweep-bulk-actions';
import { bulkActionGraceMs } from '../../../shared/adapters/mongo/bulk-actions.repository';
import { until } from '../../support/until';
import { startImportEnv, type ImportEnv } from '../import/import-env';

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv();
}, 60_000);
afterAll(() => env.stop(), 30_000);

/** Jobs that only wait, so that no call is made. */
const far = { Constraints: { MinCreationDelay: '1000h' } };
const tomorrow = () => Math.floor(Date.now() / 1_000) + 86_400;
const path = () => `/campaigns/${env.api.campaignId}/bulk-actions`;

async function begin(body: object): Promise<string> {
  const { status, body: made } = await env.api.request<{ BulkActionID: string }>('POST', path(), body);
  expect({ status, made }).toMatchObject({ status: 202 });
  return made.BulkActionID;
}
const look = async (id: string): Promise<BulkActionBody> =>
  (await env.api.request<BulkActionBody>('GET', `${path()}/${id}`)).body;
const ended = (id: string): Promise<BulkActionBody> =>
  until(
    () => look(id),
    ({ State }) => State !== 'running',
    30_000,
  );
/** Carries out an action. */
const run = async (body: object): Promise<BulkActionBody> => ended(await begin(body));
async function post(fields: object = {}): Promise<string> {
  const body = { ContactPhoneNumber: '+14155550123', Overrides: far, ...fields };
  return (await env.api.request<{ JobID: string }>('POST', env.api.jobs, body)).body.JobID;
}
const postAll = (count: number, fields: object = {}): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => post(fields)));
const get = async (jobId: string): Promise<JobBody> =>
  (await env.api.request<JobBody>('GET', `${env.api.jobs}/${jobId}`)).body;
const reach = (jobId: string, holds: (job: JobBody) => boolean): Promise<JobBody> =>
  until(() => get(jobId), holds, 30_000);
const entriesOf = async (jobId: string, action: string): Promise<unknown[]> =>
  (await env.api.request<{ AuditLogEntries: unknown[] }>('GET', `/audit-log?job=${jobId}&action=${action}`)).body
    .AuditLogEntries;
/** Jobs that were made since the last call of it, so that each test has its own. */
let CreatedAfter = new Date(0).toISOString();
beforeEach(() => {
  CreatedAfter = new Date().toISOString();
});
const own = (filter: object = {}): object => ({ CreatedAfter, ...filter });

it('cancels the jobs that match and no others, and writes an entry for each', async () => {
  const ids = await postAll(5);
  const other = await post({ TestJob: true });
  const action = await run({ Action: 'cancel', Filter: own({ States: ['created', 'scheduled'], Test: false }) });
  expect(action).toMatchObject({
    State: 'completed',
    Matched: 5,
    Done: 5,
    Changed: 5,
    Skipped: 0,
    Failed: 0,
    Progress: 1,
  });
  for (const id of ids) {
    await reach(id, ({ Data }) => Data.State === 'canceled');
    expect(await entriesOf(id, 'job.canceled')).toMatchObject([{ Data: { BulkActionID: action.ID } }]);
  }
  expect((await get(other)).Data.State).toBe('scheduled');
}, 60_000);

it('reschedules jobs to one instant, within the dates of each', async () => {
  const [free, limited] = [
    await post(),
    await post({
      Overrides: { Constraints: { NotAfter: new Date(Date.now() + 3_600_000).toISOString(), MinCreationDelay: '30m' } },
    }),
  ];
  const CallAtUnixSeconds = tomorrow();
  const action = await run({ Action: 'reschedule', Filter: own(), CallAtUnixSeconds });
  expect(action).toMatchObject({
    State: 'completed',
    Changed: 1,
    Skipped: 1,
    SkippedBy: { campaign_objective_missed: 1 },
  });
  expect((await get(free)).Data.NextCallMS).toBe(CallAtUnixSeconds * 1_000);
  expect((await get(limited)).Data.NextCallMS).toBeLessThan(Date.now() + 3_600_000);
}, 60_000);

it('updates jobs, whose next calls move, and keeps the rest of each', async () => {
  const ids = await postAll(3, { Data: { Name: 'Ada' }, Metadata: { Line: 1 } });
  const Constraints = { MinCreationDelay: '48h' };
  const action = await run({ Action: 'update', Filter: own(), Constraints, Metadata: { Line: 2 } });
  expect(action).toMatchObject({ State: 'completed', Changed: 3, Fields: ['Metadata', 'Constraints'] });
  for (const id of ids) {
    const { Data, CreatedAt } = await reach(
      id,
      ({ Data: { NextCallMS = 0 } }) => NextCallMS < Date.now() + 1_000 * 3_600_000 * 0.1,
    );
    expect(Data).toMatchObject({ Data: { Name: 'Ada' }, Metadata: { Line: 2 }, Constraints });
    expect(Data.NextCallMS).toBe(Date.parse(CreatedAt) + 48 * 3_600_000);
  }
}, 60_000);

it('erases jobs in every state, each once', async () => {
  const ids = [...(await postAll(2)), (await env.api.insertJob({ State: 'completed', Sequence: 4 })).ID];
  const before = await env.api.insertJob({ State: 'failed', Sequence: 4, DeletionRequestedMS: 1 });
  const action = await run({ Action: 'erase', Filter: own() });
  expect(action).toMatchObject({ State: 'completed', Changed: 3, SkippedBy: { already_requested: 1 } });
  for (const id of ids) {
    const erased = await reach(id, ({ Data }) => Data.State === 'deleted');
    expect(erased.Data.PhoneNumber).toBe('');
    expect(await entriesOf(id, 'job.deletion_requested')).toHaveLength(1);
  }
  expect(await entriesOf(before.ID, 'job.deletion_requested')).toEqual([]);
}, 60_000);

describe('a redial', () => {
  const contact = { PhoneNumber: '+14155550188', ContactName: 'Ada', Data: { Plan: 'gold' }, Overrides: far };
  const old = (fields: Partial<Job> = {}): Promise<Job> =>
    env.api.insertJob({ State: 'failed', Sequence: 4, FailureReason: 'technical_error', ...contact, ...fields });
  /** The jobs that an action made. */
  const madeBy = async (id: string): Promise<JobBody[]> => {
    const jobs = env.api.mongo.db.collection<{ _id: string; BulkActionID: string }>('jobs');
    const made = await jobs.find({ BulkActionID: id }).sort({ _id: 1 }).toArray();
    return Promise.all(made.map(({ _id }) => get(_id)));
  };

  it('makes a new job for each ended one, with its contact, variants and settings', async () => {
    const one = await old({ CampaignVariants: ['brisk'], Metadata: { Line: 7, __service_ImportID: 'import_1' } });
    const two = await old({ State: 'completed', CampaignVariants: ['gone'] });
    await post();
    const action = await run({ Action: 'redial', Filter: own() });
    expect(action).toMatchObject({ State: 'completed', Matched: 2, Changed: 2, Skipped: 0, NewJobsFailed: {} });
    const made = await madeBy(action.ID);
    expect(made.map(({ Data }) => Data.RedialOf)).toEqual([one.ID, two.ID]);
    expect(made[0]).toMatchObject({
      CampaignVariants: ['brisk'],
      Data: {
        State: 'scheduled',
        PhoneNumber: contact.PhoneNumber,
        ContactName: 'Ada',
        Data: contact.Data,
        Constraints: far.Constraints,
        Metadata: { Line: 7 },
        BulkActionID: action.ID,
      },
    });
    expect(made[0]?.Data.Metadata).toEqual({ Line: 7 });
    expect(made[1]).not.toHaveProperty('CampaignVariants');
    const [id = ''] = made.map(({ ID }) => ID);
    expect(await entriesOf(id, 'job.created')).toMatchObject([{ Data: { Details: { RedialOf: one.ID } } }]);
    expect((await get(one.ID)).Data.State).toBe('failed');
    // It has a workflow, which a request reaches.
    expect(
      (await env.api.request('POST', `${env.api.jobs}/${id}/reschedule`, { CallAtUnixSeconds: tomorrow() })).status,
    ).toBe(202);
  }, 60_000);

  it('accounts for every job that cannot be called again', async () => {
    const suppressed = '+14155550177';
    await env.api.request('POST', '/suppressions', { PhoneNumber: suppressed });
    await old({ PhoneNumber: suppressed });
    await old({ PhoneNumber: '' });
    await old({ DeletionRequestedMS: 1 });
    await old({ CallerID: '+14155550999' });
    const good = await old();
    const action = await run({ Action: 'redial', Filter: own() });
    expect(action).toMatchObject({
      Matched: 5,
      Done: 5,
      Changed: 2,
      NewJobsFailed: { opted_out: 1 },
      SkippedBy: { job_erased: 2, not_allowed_in_campaign: 1 },
    });
    const made = await madeBy(action.ID);
    expect(made.map(({ Data: { State, FailureReason } }) => [State, FailureReason]).sort()).toEqual([
      ['failed', 'opted_out'],
      ['scheduled', undefined],
    ]);
    expect(made.find(({ Data }) => Data.State === 'scheduled')?.Data.RedialOf).toBe(good.ID);
  }, 60_000);

  it('calls a contact once for each action, and never what it made itself', async () => {
    const suppressed = '+14155550177';
    await old({ PhoneNumber: suppressed });
    const first = await run({ Action: 'redial', Filter: own({ FailureReasons: ['technical_error'] }) });
    expect(first).toMatchObject({ Changed: 1, NewJobsFailed: { opted_out: 1 } });
    // The new job has failed, so another action calls it again too.
    const second = await run({ Action: 'redial', Filter: own() });
    expect(second).toMatchObject({ Matched: 2, Changed: 2, NewJobsFailed: { opted_out: 2 } });
  }, 60_000);
});

it('ends after the batch in progress when it is canceled, and counts what it changed', async () => {
  const fields = { State: 'failed', Sequence: 4, Overrides: far } as const;
  const jobs = await Promise.all(Array.from({ length: 250 }, () => env.api.insertJob(fields)));
  const { bulkActions } = env.deps.store;
  const { endBatch } = bulkActions;
  bulkActions.endBatch = async (...batch) => {
    const canceled = await env.api.request('POST', `${path()}/${batch[0].ID}/cancel`);
    expect(canceled.status).toBe(202);
    return endBatch(...batch);
  };
  const action = await run({ Action: 'redial', Filter: own() });
  bulkActions.endBatch = endBatch;
  expect(action).toMatchObject({ State: 'canceled', Matched: jobs.length, Done: 100, Changed: 100 });
  expect(await env.api.mongo.db.collection('jobs').countDocuments({ BulkActionID: action.ID })).toBe(100);
}, 60_000);

it('is started by the sweeper if its workflow was lost', async () => {
  const id = await post();
  const { workflows } = env.deps;
  const start = jest.spyOn(env.api.workflows, 'startBulkAction').mockRejectedValueOnce(new Error('lost'));
  const action = await begin({ Action: 'cancel', Filter: own() });
  start.mockRestore();
  const deps = { ...env.deps, workflows };
  expect(await sweepBulkActions(deps, Date.now())).toMatchObject({ items: 0 });
  await sweepBulkActions(deps, Date.now() + bulkActionGraceMs + 1_000);
  expect(await ended(action)).toMatchObject({ State: 'completed', Changed: 1 });
  await reach(id, ({ Data }) => Data.State === 'canceled');
}, 60_000);
