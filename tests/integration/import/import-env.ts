import { NativeConnection } from '@temporalio/worker';
import { rowShape } from '../../../shared/contracts/import-row';
import { pino } from 'pino';
import type { ActivityDeps } from '../../../activities/deps';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createImportFiles } from '../../../shared/adapters/mongo/import-files';
import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../shared/adapters/numbers/zones-of-number';
import { createOverridesValidator } from '../../../shared/adapters/telephony/overrides';
import { startTestApi, type TestApi } from '../../support/api';
import { testKeys } from '../../support/master-keys';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';
import { createTestDeps, quietRuntime, startTestWorkers, type TestDeps, type TestWorkers } from '../../support/worker';
import { upload, type UploadResponse, type UploadOptions } from './upload';

/** The part of `GET /imports/:id` that tests use. */
export interface ImportAnswer {
  ID: string;
  State: string;
  Rows: number;
  RowsDone: number;
  RowsInvalid: number;
  JobsCreated: number;
  JobsByState: Record<string, number>;
  Progress: number;
  RowsPerSecond: number;
  StartedAt?: string;
  FinishedAt?: string;
  JobsCanceledAt?: string;
  FailureMessage?: string;
}

/** An API and a worker with a database and a namespace of their own, so that no other test's worker takes their tasks. */
export interface ImportEnv {
  api: TestApi;
  deps: ActivityDeps;
  upload(content: string | Uint8Array, options?: UploadOptions): Promise<UploadResponse>;
  /** Uploads a file and waits until the import is no longer running. */
  importFile(content: string | Uint8Array, options?: UploadOptions): Promise<ImportAnswer>;
  get(importId: string): Promise<ImportAnswer>;
  waitForEnd(importId: string, withinMs?: number): Promise<ImportAnswer>;
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

/** The dependencies of the worker, on the API's database. */
async function createDepsOn(api: TestApi): Promise<{ deps: ActivityDeps; own: TestDeps }> {
  const own = await createTestDeps({
    workflows: api.workflows,
    histories: api.histories,
    clock: { nowMs: () => Date.now() },
  });
  const imports = {
    files: createImportFiles(api.mongo.db, createKeys(api.mongo.db, testKeys).fileSeal),
    shape: rowShape,
    validateOverrides: createOverridesValidator([{ name: 'simulated' }]),
    loadZones,
    loadNumberFacts,
    loadNumberReader,
  };
  return { deps: { ...own, store: api.store, imports, logger: pino({ level: 'silent' }) }, own };
}

export async function startImportEnv({ worker = true }: { worker?: boolean } = {}): Promise<ImportEnv> {
  quietRuntime();
  const temporal = await createTestNamespace();
  const api = await startTestApi({ temporal });
  const connection = await NativeConnection.connect({ address: temporal.address });
  const { deps, own } = await createDepsOn(api);
  let workers: TestWorkers | undefined;
  const startWorker = async (): Promise<void> => {
    const queues = ['jobs', 'calls', 'webhooks', 'erasures'] as const;
    workers = await startTestWorkers(deps, { connection, namespace: temporal.namespace, queues });
  };
  const stopWorker = async (): Promise<void> => {
    await workers?.stop();
    workers = undefined;
  };
  if (worker) await startWorker();
  const get = async (importId: string): Promise<ImportAnswer> =>
    (await api.request<ImportAnswer>('GET', `/imports/${importId}`)).body;
  const ended = (importId: string, withinMs = 30_000): Promise<ImportAnswer> =>
    until(
      () => get(importId),
      ({ State }) => State !== 'running',
      withinMs,
    );
  const send = (content: string | Uint8Array, options: UploadOptions = {}): Promise<UploadResponse> =>
    upload(api, content, options);
  return {
    api,
    deps,
    upload: send,
    importFile: async (content, options) => {
      const answer = await send(content, options);
      if (answer.status !== 202) throw new Error(`Rejected: ${JSON.stringify(answer.body)}`);
      return ended(answer.body.ImportID ?? '');
    },
    get,
    waitForEnd: ended,
    startWorker,
    stopWorker,
    stop: async () => {
      await stopWorker();
      await api.stop();
      await own.close();
      await connection.close();
    },
  };
}
