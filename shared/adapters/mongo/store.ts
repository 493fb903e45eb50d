import type { Db } from 'mongodb';
import { createApiKeysRepository } from './api-keys.repository';
import { createAuditLog } from './audit-log.repository';
import { createCallsRepository } from './calls.repository';
import { createCampaignsRepository } from './campaigns.repository';
import { createDeliveriesRepository } from './deliveries.repository';
import { createEventsRepository } from './events.repository';
import { createIdempotencyRepository } from './idempotency.repository';
import { createImportErrorsRepository } from './import-errors.repository';
import { createImportJobs } from './import-jobs.repository';
import { createImportsRepository } from './imports.repository';
import { createJobCases } from './job-cases';
import { createJobLists } from './job-lists.repository';
import { createJobMoves } from './job-moves.repository';
import { createJobsRepository } from './jobs.repository';
import type { Keys } from './keys';
import { createNumberBudgets } from './number-budgets.repository';
import { createOrganisationsRepository } from './organisations.repository';
import { createRateCounts } from './rate-counts.repository';
import { createWebhooksRepository } from './webhooks.repository';

/** Every repository over one database. */
export const createStore = (db: Db, { numberHash, secretBox, dataKeys }: Keys) => {
  const organisations = createOrganisationsRepository(db);
  const campaigns = createCampaignsRepository(db);
  const calls = createCallsRepository(db, dataKeys);
  const numberBudgets = createNumberBudgets(db, numberHash);
  return {
    organisations,
    campaigns,
    calls,
    numberBudgets,
    jobCases: createJobCases({ organisations, campaigns, calls, numberBudgets }),
    dataKeys,
    apiKeys: createApiKeysRepository(db),
    rateCounts: createRateCounts(db),
    auditLog: createAuditLog(db),
    idempotency: createIdempotencyRepository(db, secretBox),
    jobs: createJobsRepository(db, { numberHash, dataKeys }),
    jobLists: createJobLists(db, { numberHash, dataKeys }),
    jobMoves: createJobMoves(db, dataKeys),
    imports: createImportsRepository(db),
    importErrors: createImportErrorsRepository(db),
    importJobs: createImportJobs(db),
    events: createEventsRepository(db),
    webhooks: createWebhooksRepository(db, secretBox),
    deliveries: createDeliveriesRepository(db, dataKeys),
  };
};
export type Store = ReturnType<typeof createStore>;
