import { NativeConnection } from '@temporalio/worker';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createWorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createHistories } from '../../shared/adapters/temporal/histories';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { jobWorkflowId } from '../../shared/messages/workflow-ids';
import { engineTimeouts } from './deadline';
import { createPatientClient } from './patient-client';
import { createStoredJobs } from './stored-jobs';
import { createTestNamespace, type TemporalPlace, temporalSettings } from './temporal-namespace';
import { until } from './until';
import {
  createTestDeps,
  quietRuntime,
  startTestWorkers,
  type TestDeps,
  type TestWorkerOptions,
  type TestWorkers,
} from './worker';

const allQueues = ['jobs', 'calls', 'webhooks', 'erasures'] as const;
type WorkerChange = Partial<Omit<TestWorkerOptions, 'connection'>>;

/** Workers in this process, in a namespace of a dev server: what only a real server knows can be looked at, in real time. */
export interface InProcessEnv {
  deps: TestDeps;
  campaignId: string;
  temporal: TemporalPlace;
  client: ReturnType<typeof createTemporal>['client'];
  handle(jobId: string): ReturnType<InProcessEnv['client']['workflow']['getHandle']>;
  post(fields?: Partial<Job>): Promise<Job>;
  insert(fields?: Partial<Job>): Promise<Job>;
  load(jobId: string): Promise<Job>;
  reach(jobId: string, holds: (job: Job) => boolean, withinMs?: number): Promise<Job>;
  restart(change?: WorkerChange): Promise<void>;
  close(): Promise<void>;
}

/** @param options.temporal a namespace of its own on the shared server unless given */
export async function createInProcessEnv(
  options: { campaign?: Partial<CampaignConfig>; temporal?: TemporalPlace; workers?: WorkerChange } = {},
): Promise<InProcessEnv> {
  quietRuntime();
  const place = options.temporal ?? (await createTestNamespace());
  const { address, namespace } = place;
  const temporal = createTemporal(temporalSettings(place));
  const connection = await NativeConnection.connect({ address });
  const workflows = createPatientClient(createWorkflowClient(temporal.client, engineTimeouts));
  const histories = createHistories(temporal.client);
  const deps = await createTestDeps({ workflows, histories, clock: { nowMs: () => Date.now() } });
  deps.provider.pace = 'live';
  const { insertCampaign, insert, create, load } = createStoredJobs(deps.store, () => Date.now());
  const campaignId = await insertCampaign(options.campaign);
  const start = (change: WorkerChange = {}) =>
    startTestWorkers(deps, { connection, namespace, queues: allQueues, ...options.workers, ...change });
  let workers: TestWorkers = await start();
  return {
    deps,
    campaignId,
    temporal: place,
    client: temporal.client,
    handle: (jobId) => temporal.client.workflow.getHandle(jobWorkflowId(jobId)),
    insert,
    post: (fields = {}) => create(fields, { workflows, deliveries: deps.deliveries }),
    load,
    reach: (jobId, holds, withinMs) => until(() => load(jobId), holds, withinMs),
    restart: async (change) => {
      await workers.stop();
      workers = await start(change);
    },
    close: async () => {
      await workers.stop();
      await connection.close();
      await deps.close();
      await temporal.close();
    },
  };
}
