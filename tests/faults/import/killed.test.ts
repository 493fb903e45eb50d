import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { createProcesses } from '../../support/processes';
import { importRows as rows, killsInBulkActions } from '../../support/sizes';
import { untilReady } from '../../support/requests';
import { until } from '../../support/until';
import { masterKeyOf } from '../../support/master-keys';
import { createTestNamespace, temporalSettings } from '../../support/temporal-namespace';

const key = 'od_faults_0123456789abcdefghij';
const masterKey = masterKeyOf(3);

/** Jobs that only wait: what is tested is that they exist, each once. */
const far = '"{""Constraints"":{""MinCreationDelay"":""1000h""}}"';
const file = [
  'ContactPhoneNumber,ContactName,Overrides',
  ...Array.from({ length: rows }, (_, index) => `+1415${String(5_550_000 + index)},Person ${index + 1},${far}`),
].join('\r\n');

interface ImportAnswer {
  State: string;
  RowsDone: number;
  JobsCreated: number;
  JobsByState: Record<string, number>;
}

interface BulkAnswer {
  State: string;
  Matched: number;
  Done: number;
  Changed: number;
  Skipped: number;
  Failed: number;
}

let ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end().catch(() => undefined);
  ends = [];
}, 60_000);

it('makes each row one job, and calls each job again once, although the worker is killed again and again', async () => {
  const processes = createProcesses();
  ends.push(() => processes.end());
  const [temporal, mongo] = await Promise.all([createTestNamespace(), processes.mongo({ inMemory: true })]);
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: 'import_faults',
    ...temporalSettings(temporal),
    OUTDIAL_MASTER_KEY: masterKey,
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DEMO: 'true',
    LOG_LEVEL: 'info',
  };
  const [api, worker] = await Promise.all([processes.api(env), processes.worker(env)]);
  const { url } = api;
  const headers = { authorization: `Bearer ${key}` };
  const upload = async (): Promise<string | undefined> => {
    const form = new FormData();
    form.append('file', new Blob([file], { type: 'text/csv' }), 'contacts.csv');
    const response = await fetch(`${url}/campaigns/campaign_demo/jobs/bulk`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'the-one-import' },
      body: form,
    }).catch(() => undefined);
    if (response?.status !== 202) return undefined;
    return ((await response.json()) as { ImportID: string }).ImportID;
  };
  const look = async (importId: string): Promise<ImportAnswer> => {
    const response = await fetch(`${url}/imports/${importId}`, { headers });
    if (response.status !== 200) throw new Error(`GET /imports/${importId} is ${response.status}`);
    return (await response.json()) as ImportAnswer;
  };
  const client = new MongoClient(mongo.uri);
  ends.push(() => client.close());
  const db = client.db(env.MONGODB_DATABASE);

  await untilReady(url);

  // The API dies as soon as the upload has left a trace; the client repeats it with the same key.
  const lost = upload();
  await until(
    () => db.collection('imports').countDocuments(),
    (found) => found > 0,
    20_000,
  );
  await api.kill();
  await lost;
  await api.start();
  const importId = (await until(upload, (id) => id !== undefined, 60_000)) ?? '';

  for (const share of [0.1, 0.4, 0.7]) {
    await until(
      () => look(importId),
      ({ RowsDone }) => RowsDone >= rows * share,
      180_000,
    );
    await worker.kill();
    await worker.start();
  }
  await until(
    () => look(importId),
    ({ State }) => State !== 'running',
    240_000,
  );

  const made = await db
    .collection<{ _id: string; Metadata: string; ImportID: string }>('jobs')
    .find()
    .project<{ Metadata: string }>({ Metadata: 1 })
    .toArray();
  const numbers = made.map(({ Metadata }) => (JSON.parse(Metadata) as { __service_RowID: number }).__service_RowID);
  expect(made).toHaveLength(rows);
  expect(new Set(numbers).size).toBe(rows);
  expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([1, rows]);
  expect(await look(importId)).toMatchObject({ State: 'completed', RowsDone: rows, JobsCreated: rows });
  // And each has a workflow, which carries it on in its turn.
  const connection = await Connection.connect({ address: temporal.address });
  ends.push(() => connection.close());
  const workflows = new Client({ connection, namespace: temporal.namespace }).workflow;
  const query = `ImportId = '${importId}' AND WorkflowType = 'jobWorkflow'`;
  await until(
    () => workflows.count(query),
    ({ count }) => count >= rows,
    60_000,
  );
  expect((await workflows.count(query)).count).toBe(rows);

  if (!killsInBulkActions) return;
  // Bulk actions on the first of these jobs: each is canceled once, and then called again once, by one new job.
  const [, CreatedBefore = 0] = (await db.collection('jobs').distinct('CreatedMS'))
    .map(Number)
    .sort((one, other) => one - other);
  const first = await db.collection('jobs').countDocuments({ CreatedMS: { $lt: CreatedBefore } });
  const Filter = { ImportID: importId, CreatedBefore: new Date(CreatedBefore).toISOString() };
  const bulkActions = `${url}/campaigns/campaign_demo/bulk-actions`;
  const carryOut = async (body: object): Promise<BulkAnswer> => {
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(bulkActions, { ...init, body: JSON.stringify(body) });
    expect(response.status).toBe(202);
    const { BulkActionID: id } = (await response.json()) as { BulkActionID: string };
    const lookAt = async () => (await (await fetch(`${bulkActions}/${id}`, { headers })).json()) as BulkAnswer;
    await until(lookAt, ({ Done }) => Done > 0, 60_000);
    await worker.kill();
    await worker.start();
    return until(lookAt, ({ State }) => State !== 'running', 180_000);
  };
  const counted = { State: 'completed', Matched: first, Changed: first, Skipped: 0, Failed: 0 };
  expect(await carryOut({ Action: 'cancel', Filter })).toMatchObject(counted);
  await until(
    () => db.collection('jobs').countDocuments({ State: 'canceled' }),
    (canceled) => canceled === first,
    120_000,
  );
  expect(await carryOut({ Action: 'redial', Filter })).toMatchObject(counted);
  const redials = await db.collection('jobs').distinct('RedialOf', { RedialOf: { $exists: true } });
  expect(redials).toHaveLength(first);
  expect(await db.collection('jobs').countDocuments()).toBe(rows + first);
}, 900_000);
