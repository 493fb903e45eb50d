import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

let api: TestApi;
let skewMs = 0;
beforeEach(async () => {
  skewMs = 0;
  const deps = { nowMs: () => Date.now() + skewMs };
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps });
});
afterEach(() => api.stop());

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `+35840123${1000 + n}`);
const upload = async (text: string, name = 'jobs.csv', query = '') => {
  const form = new FormData();
  form.append('file', new Blob([text], { type: name.endsWith('.csv') ? 'text/csv' : 'application/x-ndjson' }), name);
  const headers = { authorization: `Bearer ${api.key}` };
  const answer = await fetch(`${api.url}${api.jobs}/bulk${query}`, { method: 'POST', headers, body: form });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
const csv = (rows: number): string => ['ContactPhoneNumber', ...numbers(rows)].join('\n');
const stored = (collection: string): Promise<number> => api.mongo.db.collection(collection).countDocuments();

it('refuses a job beyond the open jobs of the organization, and accepts one when a job has ended', async () => {
  await api.store.organizations.setPolicy(api.orgId, { MaxOpenJobs: 3 });
  const other = await api.anotherCaller();
  const post = () => api.request('POST', api.jobs, aJobBody());
  for (let n = 0; n < 3; n++) expect((await post()).status).toBe(201);
  expectProblem(await post(), 'too_many_open_jobs');
  expect((await other.request('POST', other.jobs, aJobBody())).status).toBe(201);
  const jobs = api.mongo.db.collection('jobs');
  expect(await jobs.countDocuments({ OrgID: api.orgId })).toBe(3);
  await jobs.updateOne({ OrgID: api.orgId, State: 'scheduled' }, { $set: { State: 'canceled' } });
  skewMs = 11_000;
  expect((await post()).status).toBe(201);
  expectProblem(await post(), 'too_many_open_jobs');
});

it('counts the rows of a file as open jobs, also those that are not created yet', async () => {
  await api.store.organizations.setPolicy(api.orgId, { MaxOpenJobs: 12 });
  expect((await upload(csv(8))).status).toBe(202);
  expectProblem(await upload(csv(5)), 'too_many_open_jobs');
  expect(await stored('imports')).toBe(1);
  expect((await upload(csv(3))).status).toBe(202);
});

it('refuses a file of too many rows, whatever the line ends, and counts lines inside of cells as one row', async () => {
  await api.store.organizations.setPolicy(api.orgId, { MaxJobsPerImport: 5 });
  for (const text of [csv(6), csv(6).replaceAll('\n', '\r\n'), csv(6).replaceAll('\n', '\r')])
    expectProblem(await upload(text), 'too_many_rows');
  const lines = numbers(6).map((ContactPhoneNumber) => JSON.stringify({ ContactPhoneNumber }));
  expectProblem(await upload(lines.join('\n'), 'jobs.ndjson'), 'too_many_rows');
  expect(await stored('imports')).toBe(0);
  expect((await upload(csv(5))).status).toBe(202);
  const tall = ['ContactPhoneNumber,ContactName', ...numbers(2).map((number) => `${number},"a\nb\nc\nd"`)].join('\n');
  expect((await upload(tall)).status).toBe(202);
});

it('answers a dry run as it would answer the file, and counts none of its rows', async () => {
  await api.store.organizations.setPolicy(api.orgId, { MaxOpenJobs: 12, MaxJobsPerImport: 10 });
  const dryRun = (rows: number) => upload(csv(rows), 'jobs.csv', '?dry_run=1');
  expectProblem(await dryRun(11), 'too_many_rows');
  for (let n = 0; n < 2; n++) expect((await dryRun(10)).body).toMatchObject({ DryRun: true, RowsValid: 10 });
  expect((await upload(csv(8))).status).toBe(202);
  expectProblem(await dryRun(5), 'too_many_open_jobs');
  expect((await dryRun(3)).status).toBe(200);
});

it('keeps the limit while many requests come at the same time', async () => {
  const now = Date.now();
  const admit = (): Promise<boolean> => api.store.openJobs.admit(api.orgId, 1, 20, now);
  const first = await Promise.all(Array.from({ length: 15 }, admit));
  const others = await Promise.all(Array.from({ length: 15 }, admit));
  expect([...first, ...others].filter(Boolean)).toHaveLength(20);
});
