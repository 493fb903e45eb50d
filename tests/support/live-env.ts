import { randomBytes } from 'node:crypto';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createRequest, type Request } from './requests';
import { createProcesses, serviceEnv, type TestProcess, type Processes } from './processes';
import { setting } from './worker';
import { until } from './until';

/** A call as `GET …/jobs/:jobID` shows it. */
export interface ShownCall {
  ID: string;
  State: string;
  ConnectedAt?: string;
  DisconnectedAt?: string;
  EndedReason?: string;
  Recordings?: string[];
  Messages: { role: string; content: string; start_ms?: number; end_ms?: number }[];
}
export interface ShownJob {
  ID: string;
  Data: { State: string; Calls?: ShownCall[] };
}

/** The service as processes, with a key and a campaign. */
export interface LiveEnv {
  processes: Processes;
  env: NodeJS.ProcessEnv;
  key: string;
  campaignId: string;
  apis: (TestProcess & { url: string })[];
  workers: TestProcess[];
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
  end(): Promise<void>;
}

export async function startLiveEnv(
  counts: { apis: number; workers: number },
  extra: NodeJS.ProcessEnv = {},
): Promise<LiveEnv> {
  const processes = createProcesses();
  // A Temporal of its own: workers of other files listen on the same task queues, with other databases.
  const temporal = await processes.temporal();
  const key = `live_${randomBytes(18).toString('hex')}`;
  const env: NodeJS.ProcessEnv = {
    ...serviceEnv({
      mongo: setting('OUTDIAL_TEST_MONGODB'),
      database: `live_${randomBytes(6).toString('hex')}`,
      temporal: temporal.address,
    }),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DATA_DIR: processes.folder,
    PUBLIC_URL: 'https://calls.example.com',
    ...extra,
  };
  const [apis, workers] = await Promise.all([
    Promise.all(Array.from({ length: counts.apis }, () => processes.api(env))),
    Promise.all(Array.from({ length: counts.workers }, () => processes.worker(env))),
  ]);
  const request = createRequest(apis[0]?.url ?? '', key);
  await until(
    () => request('GET', '/campaigns'),
    ({ status }) => status === 200,
    20_000,
  );
  const campaign = await request<{ CampaignID: string }>('POST', '/campaigns', {
    Name: 'Live',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
  });
  const campaignId = campaign.body.CampaignID;
  const job = async (jobId: string): Promise<ShownJob> =>
    (await request<ShownJob>('GET', `/campaigns/${campaignId}/jobs/${jobId}`)).body;
  return {
    processes,
    env,
    key,
    campaignId,
    apis,
    workers,
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
      const mongo = createMongo({
        MONGODB_URI: env['MONGODB_URI'] ?? '',
        MONGODB_DATABASE: env['MONGODB_DATABASE'] ?? '',
      });
      const count = await mongo.db.collection('recordings.files').countDocuments({ 'metadata.JobID': jobId });
      await mongo.close();
      return count;
    },
    end: () => processes.end(),
  };
}
