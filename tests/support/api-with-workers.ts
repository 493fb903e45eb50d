import { NativeConnection } from '@temporalio/worker';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { startTestApi, type TestApi } from './api';
import { testKeys } from './master-keys';
import { createTestNamespace, type TemporalPlace } from './temporal-namespace';
import { createTestDeps, quietRuntime, startTestWorkers, type TestDeps } from './worker';

/** An API, and workers that share its database, in a namespace of Temporal. */
export interface ApiWithWorkers {
  api: TestApi;
  deps: TestDeps;
  temporal: TemporalPlace;
  stop: () => Promise<void>;
}

/**
 * @param nowMs the instants of the API and the workers
 * @param change the dependencies of the workers
 */
export async function startApiWithWorkers({
  nowMs,
  change = (deps) => deps,
}: {
  nowMs?: () => number;
  change?: (deps: TestDeps) => TestDeps;
} = {}): Promise<ApiWithWorkers> {
  quietRuntime();
  const temporal = await createTestNamespace();
  const api = await startTestApi({ temporal, ...(nowMs && { deps: { nowMs } }) });
  const connection = await NativeConnection.connect({ address: temporal.address });
  const own = await createTestDeps({
    workflows: api.workflows,
    histories: api.histories,
    clock: { nowMs: nowMs ?? (() => Date.now()) },
  });
  const files = createImportFiles(api.mongo.db, createKeys(api.mongo.db, testKeys).fileSeal);
  const deps = change({
    ...own,
    store: api.store,
    mongo: { ...own.mongo, db: api.mongo.db },
    imports: { ...own.imports, files },
  });
  const workers = await startTestWorkers(deps, {
    connection,
    namespace: temporal.namespace,
    queues: ['jobs', 'calls', 'webhooks'],
  });
  return {
    api,
    deps,
    temporal,
    stop: async () => {
      await workers.stop();
      await connection.close();
      await Promise.all([api.stop(), own.close()]);
    },
  };
}
