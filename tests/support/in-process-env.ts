import { NativeConnection } from '@temporalio/worker';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createWorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createHistories } from '../../shared/adapters/temporal/histories';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { jobWorkflowId } from '../../shared/messages/workflow-ids';
import { engineTimeouts } from './deadline';
import type { Processes } from './processes';
import { createPatientClient } from './patient-client';
import { createStoredJobs } from './stored-jobs';
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

/** Workers in this process against a dev server of their own: what only a real server knows can be looked at, in real time. */
export interface InProcessEnv {
  deps: TestDeps;
  campaignId: string;
  address: string;
  client: ReturnType<typeof createTemporal>['client'];
  handle(jobId: string): ReturnType<InProcessEnv['client']['workflow']['getHandle']>;
  post(fields?: Partial<Job>): Promise<Job>;
  insert(fields?: Partial<Job>): Promise<Job>;
  load(jobId: string): Promise<Job>;
  reach(jobId: string, holds: (job: Job) => boolean, withinMs?: number): Promise<Job>;
  restart(change?: WorkerChange): Promise<void>;
  close(): Promise<void>;
}

export async function createInProcessEnv(
  processes: Processes,
  options: { campaign?: Partial<CampaignConfig>; dynamicConfig?: Record<string, string>; workers?: WorkerChange } = {},
): Promise<InProcessEnv> {
  quietRuntime();
  const { address } = await processes.temporal({ dynamicConfig: options.dynamicConfig ?? {} });
  const temporal = createTemporal({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'default' });
  const connection = await NativeConnection.connect({ address });
  const workflows = createPatientClient(createWorkflowClient(temporal.client, engineTimeouts));
  const histories = createHistories(temporal.client);
  const deps = await createTestDeps({ workflows, histories, clock: { nowMs: () => Date.now() } });
  deps.provider.pace = 'live';
  const { insertCampaign, insert, create, load } = createStoredJobs(deps.store, () => Date.now());
  const campaignId = await insertCampaign(options.campaign);
  const start = (change: WorkerChange = {}) =>
    startTestWorkers(deps, { connection, queues: allQueues, ...options.workers, ...change });
  let workers: TestWorkers = await start();
  return {
    deps,
    campaignId,
    address,
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
