import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createRequest, type Request } from '../../support/requests';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem, pointersOf } from '../api/problem';

let api: TestApi;
/** A client whose key may create jobs, but not change campaigns. */
let writer: Request;
let writerKey: string;
const limited = { Constraints: { MaxTotalCalls: 2, MinDurationBetweenCalls: '1h' }, MaxCallSeconds: 300 };
const loose = { Constraints: { MaxTotalCalls: 3, MinDurationBetweenCalls: '0' }, MaxCallSeconds: 301 };
const strict = { Constraints: { MaxTotalCalls: 1, MinDurationBetweenCalls: '2h' }, MaxCallSeconds: 60 };
const looseFields = [
  '/Overrides/Constraints/MaxTotalCalls',
  '/Overrides/Constraints/MinDurationBetweenCalls',
  '/Overrides/MaxCallSeconds',
];

beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  const made = await api.request<{ Key: string }>('POST', '/api-keys', {
    Name: 'Writer',
    Scopes: ['jobs:read', 'jobs:write'],
  });
  writerKey = made.body.Key;
  writer = createRequest(api.url, writerKey);
  await api.request('PATCH', `/campaigns/${api.campaignId}`, { Defaults: limited });
});
afterAll(() => api.stop());

it('a job of a key without campaigns:manage may only be stricter than its campaign', async () => {
  for (const path of [api.jobs, `/campaigns/${api.campaignId}/schedule-preview`]) {
    const answer = await writer('POST', path, aJobBody({ Overrides: loose }));
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(looseFields);
  }
  expect((await writer('POST', api.jobs, aJobBody({ Overrides: strict }))).status).toBe(201);
  expect((await api.request('POST', api.jobs, aJobBody({ Overrides: loose }))).status).toBe(201);
});

it('so is the update of a job', async () => {
  const { ID } = await api.insertJob({ State: 'scheduled' });
  const update = (request: Request, { Constraints }: { Constraints: object }) =>
    request('POST', `${api.jobs}/${ID}/update`, { Constraints });
  expect(pointersOf(await update(writer, loose))).toEqual([
    '/Constraints/MaxTotalCalls',
    '/Constraints/MinDurationBetweenCalls',
  ]);
  expect((await update(writer, strict)).status).toBe(202);
  expect((await update(api.request, loose)).status).toBe(202);
});

it('so are the rows of a file, of which the import remembers who sent it', async () => {
  const upload = async (key: string, query = '') => {
    const form = new FormData();
    const rows = [aJobBody(), aJobBody({ Overrides: loose })].map((row) => JSON.stringify(row)).join('\n');
    form.append('file', new Blob([rows], { type: 'application/x-ndjson' }), 'jobs.ndjson');
    const headers = { authorization: `Bearer ${key}` };
    return fetch(`${api.url}${api.jobs}/bulk${query}`, { method: 'POST', headers, body: form });
  };
  expect(await (await upload(writerKey, '?dry_run=1')).json()).toMatchObject({ RowsValid: 1, RowsInvalid: 1 });
  expect(await (await upload(api.key, '?dry_run=1')).json()).toMatchObject({ RowsValid: 2 });
  expect((await upload(writerKey)).status).toBe(400);
  expect((await upload(api.key)).status).toBe(202);
  const imports = api.mongo.db.collection<{ HasCeilings: boolean }>('imports');
  expect((await imports.find().toArray()).map(({ HasCeilings }) => HasCeilings)).toEqual([false]);
});

it('so is the instant of a reschedule: it is one at which the campaign allows a call', async () => {
  const TimeRules = [{ TimeRanges: [{ Start: '09:00', End: '10:00' }] }];
  const Constraints = { TimeZone: 'UTC', TimeRules, MinCreationDelay: '1m' };
  const open = await api.anotherCaller({ Defaults: { Constraints } });
  const made = await open.request<{ Key: string }>('POST', '/api-keys', {
    Name: 'Writer',
    Scopes: ['jobs:read', 'jobs:write'],
  });
  const weak = createRequest(api.url, made.body.Key);
  const { body } = await open.request<{ JobID: string }>('POST', open.jobs, aJobBody());
  await api.mongo.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: body.JobID }, { $set: { State: 'scheduled' } });
  const tomorrowAt = (hours: number): number => new Date().setUTCHours(24 + hours, 30, 0, 0) / 1_000;
  const reschedule = (request: Request, CallAtUnixSeconds: number) =>
    request('POST', `${open.jobs}/${body.JobID}/reschedule`, { CallAtUnixSeconds });
  for (const at of [tomorrowAt(8), tomorrowAt(10)]) {
    const answer = await reschedule(weak, at);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/CallAtUnixSeconds']);
    expect((await reschedule(open.request, at)).status).toBe(202);
  }
  expect((await reschedule(weak, tomorrowAt(9))).status).toBe(202);
});
