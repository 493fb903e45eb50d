import { jobIdRangeOf } from '../../../shared/domain/import/import';
import { startImportEnv, type ImportEnv } from './import-env';

const far = '"{""Constraints"":{""MinCreationDelay"":""1000h""}}"';
const rows = 600;
const file = ['ContactPhoneNumber,Overrides', ...Array.from({ length: rows }, () => `+14155550123,${far}`)].join('\n');

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv({ worker: false });
}, 60_000);
afterAll(() => env.stop(), 30_000);

interface Listed {
  Jobs: { ID: string; UpdatedAt: number }[];
}
const page = async (query: string): Promise<Listed['Jobs']> =>
  (await env.api.request<Listed>('GET', `${env.api.jobs}${query}`)).body.Jobs;
const list = async (query: string): Promise<string[]> => (await page(query)).map(({ ID }) => ID);

/** Follows `before_ms`, the only place of a list by time that the contract has, until a page brings nothing new. */
async function readByTime(next: (lastMs: number) => number): Promise<Set<string>> {
  const found = new Set<string>();
  for (let query = '?by_time=true'; ;) {
    const jobs = await page(query);
    if (jobs.every(({ ID }) => found.has(ID))) return found;
    for (const { ID } of jobs) found.add(ID);
    query = `?by_time=true&before_ms=${next(jobs.at(-1)?.UpdatedAt ?? 0)}`;
  }
}

/** Follows `after` to the end of the list. */
async function readAfter(jobId: string): Promise<string[]> {
  const found: string[] = [];
  for (let after = jobId; ;) {
    const ids = await list(`?after=${after}`);
    const last = ids.at(-1);
    if (last === undefined) return found;
    found.push(...ids);
    after = last;
  }
}

it('a reader that is past a job created after the upload meets every row’s job; one by the time of updates does, too', async () => {
  const { body } = await env.upload(file);
  const importId = body.ImportID ?? '';
  const job = await env.api.request<{ JobID: string }>('POST', env.api.jobs, {
    ContactPhoneNumber: '+14155550124',
    Overrides: { Constraints: { MinCreationDelay: '1000h' } },
  });
  expect(await list('')).toEqual([job.body.JobID]);
  await env.startWorker();
  expect(await env.waitForEnd(importId, 60_000)).toMatchObject({ State: 'completed', JobsCreated: rows });

  const found = await readAfter(job.body.JobID);
  expect(found).toHaveLength(rows);
  expect(await readAfter('a')).toEqual([job.body.JobID, ...found]);
  expect(await readByTime((lastMs) => lastMs)).toEqual(new Set([job.body.JobID, ...found]));
  expect(await readByTime((lastMs) => lastMs - 1)).toEqual(new Set([job.body.JobID, ...found]));
  const made = await env.deps.store.jobs.load(found[0] ?? '');
  expect(made?.Metadata).toMatchObject({ __service_ImportID: importId, __service_RowID: 1 });
  // The range of the import holds its jobs, and its filter nothing else.
  const { firstId, lastId } = jobIdRangeOf((await env.deps.store.imports.load(importId))!);
  expect([firstId < (found[0] ?? ''), lastId > (found.at(-1) ?? '')]).toEqual([true, true]);
  expect(await list(`?import_id=${importId}&limit=100`)).toEqual(found.slice(0, 100));
}, 120_000);
