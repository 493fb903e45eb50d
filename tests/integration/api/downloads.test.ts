import { request as httpRequest, type IncomingMessage } from 'node:http';
import { startTestApi, type Caller, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { beginExport, storeJobs } from './exports';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
beforeAll(async () => {
  const downloads = { perOrganization: { export: 2, recording: 2 }, idleMs: 60_000 };
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { downloads } });
});
afterAll(() => api.stop());

/** An organization whose export exceeds what socket buffers hold. */
async function withJobs(of: TestApi = api): Promise<Caller> {
  const caller = await of.anotherCaller();
  await storeJobs(of, caller, 400, 120_000);
  return caller;
}
/** The status of an export of one job, which is read completely. */
async function statusOf(at: { url: string }, { jobs, key }: Caller): Promise<number> {
  const response = await fetch(`${at.url}${jobs}?limit=1`, { headers: csv({ key }) });
  await response.arrayBuffer();
  return response.status;
}
const asked = (caller: Caller) =>
  caller.request('GET', `${caller.jobs}?limit=1`, undefined, { headers: { accept: 'text/csv' } });

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

it('limits concurrent exports per organization without affecting other organizations', async () => {
  const [caller, other] = [await withJobs(), await api.anotherCaller()];
  const open = [await beginExport(api, caller), await beginExport(api, caller)];
  const refused = await asked(caller);
  expect(expectProblem(refused, 'too_many_downloads').detail).toContain('2 downloads');
  expect((await caller.request('GET', caller.jobs)).status).toBe(200);
  expect(await statusOf(api, other)).toBe(200);
  open[0]?.destroy();
  await until(
    () => statusOf(api, caller),
    (status) => status === 200,
  );
  open[1]?.destroy();
}, 60_000);

it('disconnects a client that reads nothing for too long, and frees its slot', async () => {
  const downloads = { perOrganization: { export: 1, recording: 1 }, idleMs: 300 };
  const hasty = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { downloads } });
  const caller = await withJobs(hasty);
  const response = await beginExport(hasty, caller);
  // That it takes a slot, the test above shows: how long it keeps this one depends on the machine.
  await until(
    () => statusOf(hasty, caller),
    (status) => status === 200,
  );
  await expect(read(response)).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
  await hasty.stop();
}, 60_000);

const csv = ({ key }: Pick<Caller, 'key'>) => ({ authorization: `Bearer ${key}`, accept: 'text/csv' });

describe('the errors of an import as CSV', () => {
  const pages = 15;
  let path: string;
  let reads = 0;
  /** The store fails from this read on. */
  let breaksAt = Infinity;
  beforeAll(async () => {
    const ID = 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
    path = `/imports/${ID}/errors`;
    await api.store.imports.insert({
      ID,
      OrgID: api.orgId,
      CampaignID: api.campaignId,
      CampaignVersion: 1,
      State: 'completed',
      Format: 'csv',
      Characters: 1,
      JobSalt: '0123456789abc',
      CreatedMS: 1,
      Rows: pages * 1_000,
      Offset: 1,
      RowsInvalid: pages * 1_000,
      RetentionMS: 1,
    });
    const problem = { column: 'Data', value: '', code: 'invalid_value', detail: 'x'.repeat(2_500) } as const;
    const rows = Array.from({ length: pages * 1_000 }, (_, n) => ({ number: n + 1, problems: [problem] }));
    for (let from = 0; from < rows.length; from += 1_000)
      await api.store.importErrors.insertMissing(ID, rows.slice(from, from + 1_000));
    const { list } = api.store.importErrors;
    api.store.importErrors.list = (...args) =>
      ++reads >= breaksAt ? Promise.reject(new Error('The store failed.')) : list(...args);
  }, 60_000);
  beforeEach(() => {
    reads = 0;
    breaksAt = Infinity;
  });
  const begin = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      httpRequest(`${api.url}${path}`, { headers: csv(api), agent: false }, resolve)
        .on('error', reject)
        .end();
    });

  it('are streamed page by page, completely', async () => {
    const response = await begin();
    expect(reads).toBeLessThan(pages - 1);
    let newlines = 0;
    for await (const chunk of response as AsyncIterable<Buffer>)
      for (const byte of chunk) if (byte === 0x0a) newlines++;
    expect(newlines).toBe(1 + pages * 1_000);
    expect(response.complete).toBe(true);
  });

  it('are cut off, not ended, if the store fails midway, and are a problem if it fails at the start', async () => {
    breaksAt = pages - 1;
    const response = await begin();
    expect(response.statusCode).toBe(200);
    await expect(read(response)).rejects.toThrow('aborted');
    breaksAt = 1;
    reads = 0;
    expect((await begin().then((answer) => answer.resume())).statusCode).toBe(500);
  });
});

it('logs no warning about what listens to a response', async () => {
  const caller = await api.anotherCaller();
  await storeJobs(api, caller, 1, 10);
  const warnings: string[] = [];
  const listen = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', listen);
  expect(await statusOf(api, caller)).toBe(200);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});
