import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportedJobBody } from '../../../shared/contracts/job-export.schema';
import type { ImportBody } from '../../../shared/contracts/import-response.schema';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { createProcesses, serviceEnv, type TestProcess } from '../processes';
import { createRequest, untilReady, type Request } from '../requests';
import { setting } from '../setting';
import type { Asked } from './explanations';
import { createTestNamespace } from '../temporal-namespace';

/** The service as processes, with one campaign. All that the test does goes through its API; it reads the ring log besides. */
export interface CampaignService {
  mongo: Mongo;
  workers: TestProcess[];
  request: Request;
  campaign: string;
  /** Begins an outage of the provider, or ends it. */
  setOutage: (out: boolean) => void;
  act: (action: 'pause' | 'resume') => Promise<{ requestedMs: number; answeredMs: number }>;
  /** @returns the id of the import */
  upload: (file: string) => Promise<string>;
  readImport: (importId: string) => Promise<ImportBody>;
  suppress: (phoneNumber: string) => Promise<{ requestedMs: number; answeredMs: number }>;
  explain: (jobId: string) => Promise<Asked>;
  readJob: (jobId: string) => Promise<JobBody>;
  exportJobs: (importId: string) => Promise<ExportedJobBody[]>;
  end: () => Promise<void>;
}

/** Fails with the response unless it has the status. */
async function expectStatus<T>(response: Promise<{ status: number; body: T }>, status: number): Promise<T> {
  const { status: actual, body } = await response;
  if (actual !== status) throw new Error(`Expected ${status}, got ${actual}: ${JSON.stringify(body)}`);
  return body;
}

const timed = async (run: () => Promise<unknown>) => {
  const requestedMs = Date.now();
  await run();
  return { requestedMs, answeredMs: Date.now() };
};

/** Starts API, workers and a namespace of their own, and creates the campaign. */
export async function startCampaignService(workerCount: number, settings: object): Promise<CampaignService> {
  const processes = createProcesses();
  const key = `campaign_${randomBytes(18).toString('hex')}`;
  const database = `campaign_${randomBytes(6).toString('hex')}`;
  const mongoUri = setting('OUTDIAL_TEST_MONGODB');
  const mongo = createMongo({ MONGODB_URI: mongoUri, MONGODB_DATABASE: database });
  const outage = join(processes.folder, 'outage');
  const end = async (): Promise<void> => {
    await processes.end();
    await mongo.db.dropDatabase();
    await mongo.close();
  };
  try {
    const temporal = await createTestNamespace();
    const env: NodeJS.ProcessEnv = {
      ...serviceEnv({ mongo: mongoUri, database, temporal }),
      OUTDIAL_BOOTSTRAP_KEY: key,
      OUTDIAL_DATA_DIR: processes.folder,
      SIMULATOR_OUTAGE_FILE: outage,
    };
    const [api, ...workers] = await Promise.all([
      processes.api(env),
      ...Array.from({ length: workerCount }, () => processes.worker(env)),
    ]);
    await untilReady(api.url);
    const request = createRequest(api.url, key);
    const { CampaignID } = await expectStatus(request<{ CampaignID: string }>('POST', '/campaigns', settings), 201);
    const setOutage = (out: boolean): void => (out ? writeFileSync(outage, '') : rmSync(outage, { force: true }));
    const client = createClient({ url: api.url, key, request, campaign: `/campaigns/${CampaignID}` });
    return { mongo, workers, request, setOutage, ...client, end };
  } catch (error) {
    await end();
    throw error;
  }
}

interface Connection {
  url: string;
  key: string;
  request: Request;
  campaign: string;
}

function createClient({ url, key, request, campaign }: Connection) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    campaign,
    act: (action: 'pause' | 'resume') => timed(() => expectStatus(request('POST', `${campaign}/${action}`), 200)),
    upload: async (file: string): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob([file], { type: 'application/x-ndjson' }), 'contacts.ndjson');
      const response = await fetch(`${url}${campaign}/jobs/bulk`, { method: 'POST', headers, body: form });
      const body = (await response.json()) as { ImportID?: string };
      if (body.ImportID === undefined) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
      return body.ImportID;
    },
    readImport: (importId: string) => expectStatus(request<ImportBody>('GET', `/imports/${importId}`), 200),
    suppress: (phoneNumber: string) =>
      timed(() => expectStatus(request('POST', '/suppressions', { PhoneNumber: phoneNumber }), 201)),
    explain: async (jobId: string): Promise<Asked> => {
      const fromMs = Date.now();
      const path = `${campaign}/jobs/${jobId}/schedule`;
      const body = await expectStatus(request<ScheduleExplanationBody>('GET', path), 200);
      return { jobId, fromMs, toMs: Date.now(), body };
    },
    readJob: (jobId: string) => expectStatus(request<JobBody>('GET', `${campaign}/jobs/${jobId}?events=1`), 200),
    exportJobs: async (importId: string): Promise<ExportedJobBody[]> => {
      const accept = { ...headers, accept: 'application/x-ndjson' };
      const response = await fetch(`${url}${campaign}/jobs?import_id=${importId}`, { headers: accept });
      const lines = (await response.text()).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as ExportedJobBody);
    },
  };
}
