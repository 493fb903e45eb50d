import { sweepImports } from '../../../activities/sweeper/sweep-imports';
import { until } from '../../support/until';
import { startImportEnv, type ImportEnv } from './import-env';

const phone = '+14155550123';
const far = '"{""Constraints"":{""MinCreationDelay"":""1000h""}}"';
const file = (rows: string[]): string => ['ContactPhoneNumber,Overrides', ...rows].join('\n');
const validRows = Array.from({ length: 20 }, () => `${phone},${far}`);
const dayMs = 86_400_000;

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv();
}, 60_000);
afterAll(() => env.stop(), 30_000);

const stored = (collection: string): Promise<number> => env.api.mongo.db.collection(collection).countDocuments();

it('the job of an invalid row delivers both its creation and its failure to webhooks', async () => {
  await env.api.request('POST', '/webhooks', { DestinationURL: 'http://127.0.0.1:9/hook' });
  const done = await env.importFile(file([...validRows, 'no number,']));
  const { body } = await env.api.request<{ Errors: { JobID: string }[] }>('GET', `/imports/${done.ID}/errors`);
  const jobId = body.Errors[0]!.JobID;
  const deliveries = await until(
    () => env.api.mongo.db.collection('webhook_deliveries').find({ JobID: jobId }).sort({ _id: 1 }).toArray(),
    (found) => found.length === 2,
  );
  expect(deliveries.map((delivery) => (delivery['Event'] as { state: string }).state)).toEqual(['created', 'failed']);
}, 60_000);

it('the error report is available as a file, masked and safe for spreadsheets', async () => {
  const done = await env.importFile(file([...validRows, '=HYPERLINK(1),', '12345678,']));
  const response = await fetch(`${env.api.url}/imports/${done.ID}/errors`, {
    headers: { authorization: `Bearer ${env.api.key}`, accept: 'text/csv' },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await response.text()).split('\r\n');
  expect(lines[0]).toBe('Row,Column,Value,Code,Detail,JobID');
  expect(lines[1]).toMatch(/^"21","ContactPhoneNumber","'=H\*+1\)","invalid_value","Expected an E\.164/);
  expect(lines[2]).toMatch(/^"22","ContactPhoneNumber","12\*+78"/);
}, 60_000);

it('the file and the values are erased after the retention period and not before', async () => {
  const done = await env.importFile(file([...validRows, '12345678,']));
  const now = Date.now();
  await sweepImports(env.deps, now + dayMs / 2);
  expect(await env.deps.imports.files.get(done.ID)).toContain(phone);
  await sweepImports(env.deps, now + dayMs + 60_000);
  expect([await stored('import_files.files'), await stored('import_files.chunks')]).toEqual([0, 0]);
  const { body } = await env.api.request<{ Errors: { Value: string; Code: string }[] }>(
    'GET',
    `/imports/${done.ID}/errors`,
  );
  expect(body.Errors).toEqual([expect.objectContaining({ Row: 21, Value: '', Code: 'invalid_value' })]);
  expect(await env.get(done.ID)).toMatchObject({ State: 'completed', FileErasedAt: expect.any(String) as string });
  expect(await sweepImports(env.deps, now + 10 * dayMs)).toEqual({ items: 0, more: false });
}, 60_000);

it('an upload whose file never arrives is removed', async () => {
  await env.stopWorker();
  const { body } = await env.upload(file(validRows));
  await env.api.mongo.db
    .collection<{ _id: string }>('imports')
    .updateOne({ _id: body.ImportID! }, { $set: { State: 'receiving', DueMS: 1 } });
  expect((await env.api.request('GET', `/imports/${body.ImportID!}`)).status).toBe(404);
  await sweepImports(env.deps, 2);
  expect(await env.api.store.imports.load(body.ImportID!)).toBeUndefined();
  expect(await env.deps.imports.files.get(body.ImportID!)).toBeUndefined();
}, 60_000);

it('an upload that the sweeper removes while it is being stored is rejected and leaves nothing behind', async () => {
  const { imports } = env.api.store;
  const { begin } = imports;
  let importId = '';
  imports.begin = async (bulkImport, nowMs) => {
    imports.begin = begin;
    importId = bulkImport.ID;
    await env.api.mongo.db.collection<{ _id: string }>('imports').updateOne({ _id: importId }, { $set: { DueMS: 1 } });
    await sweepImports(env.deps, 2);
    await env.deps.imports.files.put(importId, 'arrived late');
    return begin(bulkImport, nowMs);
  };
  const { status, body } = await env.upload(file(validRows));
  expect([status, body.code]).toEqual([503, 'store_unavailable']);
  expect(await env.api.store.imports.load(importId)).toBeUndefined();
  expect(await env.deps.imports.files.get(importId)).toBeUndefined();
}, 60_000);

it('an import whose file cannot be read fails with the reason', async () => {
  const { body } = await env.upload(file(validRows));
  await env.deps.imports.files.erase(body.ImportID!);
  await env.startWorker();
  const failed = await env.waitForEnd(body.ImportID!);
  expect(failed).toMatchObject({ State: 'failed', FailureMessage: 'The stored file is missing.', JobsCreated: 0 });
}, 60_000);
