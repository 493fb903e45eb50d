import { until } from '../../support/until';
import { startImportWorld, type ImportWorld } from './import-world';

const rows = 300;

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld({ worker: false });
}, 60_000);
afterAll(() => world.stop(), 30_000);

it('a large file does not hold up the other jobs of its campaign', async () => {
  const { api, deps } = world;
  const of = { OrgID: api.orgId, CampaignID: api.campaignId };
  const ids = Array.from({ length: rows }, (_, index) => `job_of_row_${index}`);
  for (const ID of ids) await deps.flows.startJob({ ...of, ID, ImportID: 'import_large' });
  await deps.flows.startJob({ ...of, ID: 'job_of_a_request' });

  const begun: string[] = [];
  const { jobMoves } = deps.store;
  const { load } = jobMoves;
  jobMoves.load = (jobId) => {
    begun.push(jobId);
    return load(jobId);
  };
  await world.startWorker();
  await until(
    () => begun,
    (all) => all.length > rows,
    60_000,
  );
  expect(begun.indexOf('job_of_a_request')).toBeLessThan(rows / 3);
}, 120_000);
