import { until } from '../../support/until';
import { startImportEnv, type ImportEnv } from './import-env';

const rows = 300;

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv({ worker: false });
}, 60_000);
afterAll(() => env.stop(), 30_000);

it('a large file does not delay other jobs of its campaign', async () => {
  const { api, deps } = env;
  const of = { OrgID: api.orgId, CampaignID: api.campaignId };
  const ids = Array.from({ length: rows }, (_, index) => `job_of_row_${index}`);
  for (const ID of ids) await deps.workflows.startJob({ ...of, ID, ImportID: 'import_large' });
  await deps.workflows.startJob({ ...of, ID: 'job_of_a_request' });

  const begun: string[] = [];
  const { jobs } = deps.store;
  const { load } = jobs;
  jobs.load = (jobId) => {
    begun.push(jobId);
    return load(jobId);
  };
  await env.startWorker();
  await until(
    () => begun,
    (all) => all.length > rows,
    60_000,
  );
  expect(begun.indexOf('job_of_a_request')).toBeLessThan(rows / 3);
}, 120_000);
