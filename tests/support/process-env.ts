import { randomBytes } from 'node:crypto';
import { createMongo, type Mongo } from '../../shared/adapters/mongo/client';
import { migrate } from '../../shared/adapters/mongo/migrate';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createStore, type Store } from '../../shared/application/store';
import { createTemporal, type Temporal } from '../../shared/adapters/temporal/client';
import { createWorkflowClient, type WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { engineTimeouts } from './deadline';
import { serviceEnv } from './processes';
import { createPatientClient } from './patient-client';
import { createStoredJobs } from './stored-jobs';
import { testKeys } from './master-keys';
import { type TemporalPlace, temporalSettings } from './temporal-namespace';

/** A test's own view of a service that runs as processes: it reads the same database, and starts jobs as the API does. */
export interface ProcessEnv {
  mongo: Mongo;
  store: Store;
  workflows: WorkflowClient;
  temporal: Temporal;
  /** For the processes. */
  env: NodeJS.ProcessEnv;
  campaignId: string;
  insert(fields?: Partial<Job>): Promise<Job>;
  /** Starts a job's workflow, on an engine that is running. */
  start(job: Job): Promise<void>;
  load(jobId: string): Promise<Job>;
  close(): Promise<void>;
}

export async function createProcessEnv(
  servers: { mongo: string; temporal: TemporalPlace; database?: string },
  campaign: Partial<CampaignConfig> = {},
): Promise<ProcessEnv> {
  const database = servers.database ?? `fault_${randomBytes(6).toString('hex')}`;
  const mongo = createMongo({ MONGODB_URI: servers.mongo, MONGODB_DATABASE: database });
  const temporal = createTemporal(temporalSettings(servers.temporal));
  await migrate(mongo.db);
  const store = createStore(mongo.db, createKeys(mongo.db, testKeys));
  const workflows = createWorkflowClient(temporal.client, engineTimeouts);
  const patient = createPatientClient(workflows);
  const { insertCampaign, insert, load } = createStoredJobs(store, () => Date.now());
  const campaignId = await insertCampaign(campaign);
  return {
    mongo,
    store,
    workflows,
    start: (job) => patient.startJob(job),
    temporal,
    env: serviceEnv({ mongo: servers.mongo, database, temporal: servers.temporal }),
    campaignId,
    insert,
    load,
    close: async () => {
      await Promise.all([mongo.close(), temporal.close()]);
    },
  };
}
