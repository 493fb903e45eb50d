import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createRequest, untilReady, type Request } from './requests';
import { createProcesses, serviceEnv, type ApiProcess, type Processes, type TestProcess } from './processes';
import { setting } from './setting';
import { createTestNamespace, type TemporalPlace } from './temporal-namespace';
import { until } from './until';

/** A call as `GET …/jobs/:jobID` shows it. */
export interface ShownCall {
  ID: string;
  State: string;
  EndedAt?: string;
  ConnectedAt?: string;
  DisconnectedAt?: string;
  EndedReason?: string;
  Line?: { ProviderCallID?: string };
  Recordings?: string[];
  Messages: { role: string; content: string; start_ms?: number; end_ms?: number }[];
}
export interface ShownJob {
  ID: string;
  Data: { State: string; Calls?: ShownCall[] };
}

/** How a running service is reached. Serializable, so that several processes can use one. */
export interface LiveService {
  urls: string[];
  key: string;
  database: { MONGODB_URI: string; MONGODB_DATABASE: string };
  temporal: TemporalPlace;
  /** Everything that its processes have printed. */
  logFile: string;
}

/** The service as processes, with a key, and a campaign that no other test uses. */
export interface LiveEnv {
  key: string;
  campaignId: string;
  apis: { url: string }[];
  request: Request;
  /** Posts a job whose contact answers at once. */
  post(simulator: Record<string, unknown>, overrides?: Record<string, unknown>): Promise<string>;
  job(jobId: string): Promise<ShownJob>;
  /** Waits until the job's last call is like this. */
  call(jobId: string, holds: (call: ShownCall) => boolean, withinMs?: number): Promise<ShownCall>;
  /** `ws:` URL of one side of a call, on the given API. */
  listenUrl(api: { url: string }, at: { jobId: string; callId: string; channel: 'bot' | 'user' }): string;
  /** How many files of recordings the database holds for a job. */
  storedFiles(jobId: string): Promise<number>;
  /** Everything that the processes have printed. */
  logs(): string;
}

/** A service of one test file, which may kill its processes. */
export interface OwnLiveEnv extends LiveEnv {
  processes: Processes;
  apis: ApiProcess[];
  workers: TestProcess[];
  end(): Promise<void>;
}

interface LiveOptions {
  apis: number;
  workers: number;
  /** Further settings of the processes. */
  settings?: NodeJS.ProcessEnv;
}

/** Starts a service whose processes are used through {@link connectLiveEnv}. */
export async function startLiveService({ settings, ...counts }: LiveOptions) {
  let logFile = '';
  const processes = createProcesses({ onLine: (line) => appendFileSync(logFile, `${line}\n`) });
  logFile = join(processes.folder, 'printed.log');
  const temporal = await createTestNamespace();
  const key = `live_${randomBytes(18).toString('hex')}`;
  const database = {
    MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'),
    MONGODB_DATABASE: `live_${randomBytes(6).toString('hex')}`,
  };
  const env: NodeJS.ProcessEnv = {
    ...serviceEnv({ mongo: database.MONGODB_URI, database: database.MONGODB_DATABASE, temporal }),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DATA_DIR: processes.folder,
    PUBLIC_URL: 'https://calls.example.com',
    ...settings,
  };
  const [apis, workers] = await Promise.all([
    Promise.all(Array.from({ length: counts.apis }, () => processes.api(env))),
    Promise.all(Array.from({ length: counts.workers }, () => processes.worker(env))),
  ]);
  const service: LiveService = { urls: apis.map(({ url }) => url), key, database, temporal, logFile };
  return { service, processes, apis, workers };
}

/** A service that this file alone uses. */
export async function startLiveEnv(options: LiveOptions): Promise<OwnLiveEnv> {
  const { service, processes, apis, workers } = await startLiveService(options);
  return { ...(await connectLiveEnv(service)), processes, apis, workers, end: () => processes.end() };
}

/** The service that the files of `e2e/` share: two APIs and two workers, which no test may kill. */
export const joinLiveEnv = (): Promise<LiveEnv> => connectLiveEnv(sharedLiveService());

/** How the service is reached that the files of `e2e/` share. */
export const sharedLiveService = (): LiveService => JSON.parse(setting('OUTDIAL_TEST_LIVE')) as LiveService;

/** Creates a campaign for the key's organization. */
export async function connectLiveEnv({ urls, key, database, logFile }: LiveService): Promise<LiveEnv> {
  const request = createRequest(urls[0] ?? '', key);
  for (const url of urls) await untilReady(url);
  const campaign = await request<{ CampaignID: string }>('POST', '/campaigns', {
    Name: 'Live',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
  });
  const campaignId = campaign.body.CampaignID;
  const job = async (jobId: string): Promise<ShownJob> =>
    (await request<ShownJob>('GET', `/campaigns/${campaignId}/jobs/${jobId}`)).body;
  return {
    key,
    campaignId,
    apis: urls.map((url) => ({ url })),
    request,
    job,
    post: async (simulator, overrides = {}) => {
      const body = {
        ContactPhoneNumber: '+14155550123',
        Overrides: { ...overrides, Integrations: { simulator: { RingSeconds: 0, ...simulator } } },
      };
      return (await request<{ JobID: string }>('POST', `/campaigns/${campaignId}/jobs`, body)).body.JobID;
    },
    call: async (jobId, holds, withinMs = 20_000) => {
      const seen = await until(
        async () => (await job(jobId)).Data.Calls?.at(-1),
        (call) => call !== undefined && holds(call),
        withinMs,
      );
      if (seen === undefined) throw new Error('There is no call.');
      return seen;
    },
    listenUrl: (api, { jobId, callId, channel }) =>
      `${api.url.replace('http:', 'ws:')}/campaigns/${campaignId}/jobs/${jobId}/calls/${callId}/stream-audio-${channel}`,
    storedFiles: async (jobId) => {
      const mongo = createMongo(database);
      const count = await mongo.db.collection('recordings.files').countDocuments({ 'metadata.JobID': jobId });
      await mongo.close();
      return count;
    },
    logs: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
  };
}
