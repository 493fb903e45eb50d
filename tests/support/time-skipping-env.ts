import { WorkflowNotFoundError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createWorkflowClient, type WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createHistories } from '../../shared/adapters/temporal/histories';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { jobWorkflowId } from '../../shared/messages/workflow-ids';
import { orgId } from './builders';
import { engineTimeouts } from './deadline';
import { createPatientClient } from './patient-client';
import { createStoredJobs } from './stored-jobs';
import { until } from './until';
import { startTimeSkippingServer } from './time-skipping-server';
import {
  createTestDeps,
  quietRuntime,
  startTestWorkers,
  type TestDeps,
  type TestWorkerOptions,
  type TestWorkers,
} from './worker';

/** Time passes only while a test waits for a workflow, so weeks of attempts take seconds. */
export interface TimeSkippingEnv {
  env: TestWorkflowEnvironment;
  deps: TestDeps;
  workflows: WorkflowClient;
  nowMs(): Promise<number>;
  /** Stores the organization of the jobs, which a policy or a state needs. */
  insertOrganization(): Promise<void>;
  campaign(config?: Partial<CampaignConfig>): Promise<string>;
  /** Stores a job, created now and not planned yet. */
  insert(fields?: Partial<Job>): Promise<Job>;
  /** Creates a job as the API does: plans, stores and starts it. */
  post(fields?: Partial<Job>): Promise<Job>;
  load(jobId: string): Promise<Job>;
  /** Waits, skipping time, until the job's workflow, if it has one, has ended. */
  end(jobId: string): Promise<Job>;
  /** Waits, without skipping time, until the job is like this. */
  reach(jobId: string, holds: (job: Job) => boolean): Promise<Job>;
  handle(jobId: string): ReturnType<TestWorkflowEnvironment['client']['workflow']['getHandle']>;
  /** Ends the workers and starts others. */
  restart(options?: Partial<TestWorkerOptions>): Promise<void>;
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function createTimeSkippingEnv(options: Partial<TestWorkerOptions> = {}): Promise<TimeSkippingEnv> {
  quietRuntime();
  const server = await startTimeSkippingServer();
  const { env } = server;
  const workflows = createPatientClient(createWorkflowClient(env.client, engineTimeouts));
  const nowMs = () => env.currentTimeMs();
  // The time-skipping server can neither list nor delete histories.
  const histories = { ...createHistories(env.client), erase: () => Promise.resolve({ readable: 0, running: 0 }) };
  const deps = await createTestDeps({ workflows, histories, clock: { nowMs } });
  const start = (change: Partial<TestWorkerOptions> = {}) =>
    startTestWorkers(deps, {
      connection: env.nativeConnection,
      queues: ['jobs', 'calls', 'erasures'],
      ...options,
      ...change,
    });
  let workers: TestWorkers | undefined = await start();
  const stopWorkers = async (): Promise<void> => {
    await workers?.stop();
    workers = undefined;
  };
  const jobs = jobsOf({ env, deps, workflows, nowMs });
  return {
    env,
    deps,
    workflows,
    nowMs,
    ...jobs,
    insertOrganization: async () =>
      deps.store.organizations.insertIfAbsent({ ID: orgId, Name: 'Test', CreatedMS: await nowMs() }),
    restart: async (change) => {
      await stopWorkers();
      workers = await start(change);
    },
    stopWorkers,
    close: async () => {
      await stopWorkers();
      await deps.close();
      await server.stop();
    },
  };
}

function jobsOf({ env, deps, workflows, nowMs }: Pick<TimeSkippingEnv, 'env' | 'deps' | 'workflows' | 'nowMs'>) {
  const { insertCampaign, insert, create, load } = createStoredJobs(deps.store, nowMs);
  let campaigns = 0;
  const campaign = (config: Partial<CampaignConfig> = {}): Promise<string> =>
    insertCampaign(config, `campaign_${++campaigns}`);
  let defaultCampaign: Promise<string> | undefined;
  const inCampaign = async (fields: Partial<Job>): Promise<Partial<Job>> => ({
    ...fields,
    CampaignID: fields.CampaignID ?? (await (defaultCampaign ??= campaign())),
  });
  const handle = (jobId: string) => env.client.workflow.getHandle(jobWorkflowId(jobId));
  return {
    campaign,
    insert: async (fields = {}) => insert(await inCampaign(fields)),
    load,
    handle,
    post: async (fields: Partial<Job> = {}): Promise<Job> =>
      create(await inCampaign(fields), { workflows, deliveries: deps.deliveries }),
    end: async (jobId: string): Promise<Job> => {
      // A job that failed when it was created has no workflow.
      await handle(jobId)
        .result()
        .catch((error: unknown) => {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        });
      return load(jobId);
    },
    reach: (jobId: string, holds: (job: Job) => boolean): Promise<Job> => until(() => load(jobId), holds),
  };
}
