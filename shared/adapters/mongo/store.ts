import type { Db } from 'mongodb';
import type { NumberHash } from '../crypto/number-hash';
import type { SecretBox } from '../crypto/secret-box';
import { createApiKeysRepository } from './api-keys.repository';
import { createCallsRepository } from './calls.repository';
import { createCampaignsRepository } from './campaigns.repository';
import { createDeliveriesRepository } from './deliveries.repository';
import { createEventsRepository } from './events.repository';
import { createImportErrorsRepository } from './import-errors.repository';
import { createImportJobs } from './import-jobs.repository';
import { createImportsRepository } from './imports.repository';
import { createJobLists } from './job-lists.repository';
import { createJobMoves } from './job-moves.repository';
import { createJobsRepository } from './jobs.repository';
import { createOrganisationsRepository } from './organisations.repository';
import { createWebhooksRepository } from './webhooks.repository';

/** Every repository over one database. */
export const createStore = (db: Db, numberHash: NumberHash, secretBox: SecretBox) => ({
  organisations: createOrganisationsRepository(db),
  apiKeys: createApiKeysRepository(db),
  campaigns: createCampaignsRepository(db),
  jobs: createJobsRepository(db, numberHash),
  jobLists: createJobLists(db, numberHash),
  jobMoves: createJobMoves(db),
  imports: createImportsRepository(db),
  importErrors: createImportErrorsRepository(db),
  importJobs: createImportJobs(db),
  calls: createCallsRepository(db),
  events: createEventsRepository(db),
  webhooks: createWebhooksRepository(db, secretBox),
  deliveries: createDeliveriesRepository(db),
});
export type Store = ReturnType<typeof createStore>;
