import { join } from 'node:path';
import { Agent, request } from 'undici';
import { createProcessEnv, type ProcessEnv } from '../../tests/support/process-env';
import { createProcesses, type TestProcess } from '../../tests/support/processes';
import { nodeOptionsOf } from '../../tests/support/build';
import { untilPrinted } from '../../tests/support/program';
import { testPort } from '../../tests/support/ports';
import { until } from '../../tests/support/until';
import { buildBare } from './build';

/** The key of the API. */
export const benchKey = 'od_bench_0123456789abcdefghijklmn';
const root = join(__dirname, '../..');

interface CallOptions {
  method?: 'DELETE';
  /** Requests with the same one are applied once, so that one whose outcome is unknown can be repeated. */
  idempotencyKey?: string;
}

/** Both servers with data on disk, like the launcher runs them, and the built service processes that a part needs. */
export interface BenchEnv {
  service: ProcessEnv;
  /** Temporal's and MongoDB's. */
  servers: readonly TestProcess[];
  worker(more?: NodeJS.ProcessEnv): Promise<TestProcess>;
  bareWorker(queue: string, more?: NodeJS.ProcessEnv): Promise<TestProcess>;
  api(more?: NodeJS.ProcessEnv): Promise<TestProcess & { url: string }>;
  bareApi(): Promise<TestProcess & { url: string }>;
  /** Sends a request with the key on keep-alive connections: a POST if it has a body, else a GET. @throws on any other status */
  call(url: string, expected: number, body?: unknown, options?: CallOptions): Promise<unknown>;
  end(): Promise<void>;
}

export async function openBenchEnv(): Promise<BenchEnv> {
  const bare = await buildBare();
  const processes = createProcesses();
  const [temporal, mongo] = await Promise.all([
    processes.temporal({ onDisk: true, priority: 'low' }),
    processes.mongo(),
  ]);
  const database = 'bench';
  const service = await createProcessEnv({ mongo: mongo.uri, temporal, database });
  const env = { ...service.env, OUTDIAL_BOOTSTRAP_KEY: benchKey, OUTDIAL_DEMO: '1' };
  const node = (args: string[], ready: string, more: NodeJS.ProcessEnv = {}) =>
    processes.program({ command: process.execPath, args, cwd: root, env: { ...env, ...more } }, (printed) =>
      untilPrinted(printed, ready),
    );
  const onPort = async (start: (port: string) => Promise<TestProcess>) => {
    const port = await testPort();
    return { ...(await start(String(port))), url: `http://127.0.0.1:${port}` };
  };
  const agent = new Agent({ connections: 64 });
  return {
    service,
    servers: [temporal, mongo],
    worker: (more) => processes.worker({ ...env, ...more }),
    bareWorker: (queue, more) =>
      node([...nodeOptionsOf('worker'), bare.worker, temporal.address, queue, bare.bundle], 'bare worker ready', more),
    api: (more) => processes.api({ ...env, ...more }),
    bareApi: () => onPort((port) => node([bare.api, mongo.uri, database, port], 'bare api ready')),
    call: async (url, expected, body, { method, idempotencyKey } = {}) => {
      const { statusCode, body: answer } = await request(url, {
        dispatcher: agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          authorization: `Bearer ${benchKey}`,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (statusCode !== expected) throw new Error(`${url}: ${statusCode} ${text}`);
      return JSON.parse(text) as unknown;
    },
    end: async () => {
      await agent.close();
      await service.close();
      await processes.end();
    },
  };
}

export const demoJobs = '/campaigns/campaign_demo/jobs';
/** A job that waits a day for its call. */
export const waitingJob = {
  ContactPhoneNumber: '+14155550123',
  Overrides: { Constraints: { MinCreationDelay: '24h' } },
};

/** The number of jobs, and how many of them still have the deadline of their start: their workflows are not started yet. */
async function countJobs({ service }: BenchEnv): Promise<{ all: number; unstarted: number }> {
  const jobs = service.mongo.db.collection('jobs');
  const unstarted = await jobs.countDocuments({ State: 'scheduled', DueMS: { $lt: Date.now() + 3_600_000 } });
  return { all: await jobs.estimatedDocumentCount(), unstarted };
}

/**
 * Waits until jobs like {@link waitingJob} are stored and their workflows are started. What is counted are the jobs that
 * are not started: counting the others would take the database ever more of the time that is measured.
 */
export const untilStarted = (env: BenchEnv, stored: number): Promise<unknown> =>
  until(
    () => countJobs(env),
    ({ all, unstarted }) => all >= stored && unstarted === 0,
    60_000,
  );

/** The number of jobs that are stored. */
export const storedJobs = async (env: BenchEnv): Promise<number> => (await countJobs(env)).all;

/** Waits until the API has created the demo campaign, which all parts use. */
export const waitForDemoCampaign = (env: BenchEnv, apiUrl: string): Promise<boolean> =>
  until(
    () =>
      env.call(`${apiUrl}${demoJobs}`, 200).then(
        () => true,
        () => false,
      ),
    Boolean,
  );
