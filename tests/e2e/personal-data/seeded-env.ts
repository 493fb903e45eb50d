import { randomBytes } from 'node:crypto';
import { testPort } from '../../support/ports';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { createTemporal, type Temporal } from '../../../shared/adapters/temporal/client';
import { startOtlpReceiver } from '../../support/otlp-receiver';
import { createProcesses, serviceEnv, type TestProcess, type Processes } from '../../support/processes';
import { startReceiver, type Receiver } from '../../support/receiver';
import { createRequest, untilReady, type Request } from '../../support/requests';
import { temporalSettings } from '../../support/temporal-namespace';

/** The whole service as processes on their own servers, all with the most detailed logs. */
export interface SeededEnv {
  processes: Processes;
  env: NodeJS.ProcessEnv;
  key: string;
  api: TestProcess & { url: string };
  worker: TestProcess;
  servers: TestProcess[];
  mongo: Mongo;
  mongoUri: string;
  temporal: Temporal;
  receiver: Receiver;
  /** Traces as they arrived. */
  traces: () => string;
  /** Metrics of both processes. */
  metrics(): Promise<string>;
  request: Request;
  /** What was refused, and the headers of every answer. */
  answers: { errors: string[]; headers: string[] };
  end(): Promise<void>;
}

const database = 'personal_data';

export async function startSeededEnv(): Promise<SeededEnv> {
  const processes = createProcesses();
  const [temporalServer, mongoServer, traces, receiver] = await Promise.all([
    processes.temporal({ onDisk: true }),
    processes.mongo(),
    startOtlpReceiver(),
    startReceiver(),
  ]);
  const key = `seeded_${randomBytes(18).toString('hex')}`;
  const ports = await Promise.all([testPort(), testPort(), testPort()]);
  const env = {
    ...serviceEnv({ mongo: mongoServer.uri, database, temporal: temporalServer }),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DATA_DIR: processes.folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
    LOG_LEVEL: 'trace',
  };
  const [api, worker] = await Promise.all([
    processes.api({ ...env, METRICS_PORT: String(ports[0]) }),
    processes.worker({ ...env, METRICS_PORT: String(ports[1]), TEMPORAL_METRICS_PORT: String(ports[2]) }),
  ]);
  const mongo = createMongo({ MONGODB_URI: mongoServer.uri, MONGODB_DATABASE: database });
  const temporal = createTemporal(temporalSettings(temporalServer));
  const answers: SeededEnv['answers'] = { errors: [], headers: [] };
  const request = recording(createRequest(api.url, key), answers);
  await untilReady(api.url);
  return {
    ...{ processes, env, key, api, worker, servers: [temporalServer, mongoServer], mongo, temporal, receiver, request },
    mongoUri: mongoServer.uri,
    answers,
    traces: () => traces.raw(),
    metrics: async () =>
      (await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()))).join(
        '\n',
      ),
    end: async () => {
      await Promise.all([mongo.close(), temporal.close()]);
      await processes.end();
      await Promise.all([receiver.stop(), traces.stop()]);
    },
  };
}

const recording =
  (request: Request, { errors, headers }: SeededEnv['answers']): Request =>
  async (...asked) => {
    const answer = await request<never>(...asked);
    headers.push(JSON.stringify([...answer.headers]));
    if (answer.status >= 400) errors.push(JSON.stringify(answer.body));
    return answer;
  };
