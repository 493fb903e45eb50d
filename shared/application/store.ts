import type { Db } from 'mongodb';
import { createAgreementsRepository } from '../adapters/mongo/agreements.repository';
import { createApiKeysRepository } from '../adapters/mongo/api-keys.repository';
import { createAuditLogRepository } from '../adapters/mongo/audit-log.repository';
import { createBulkActionsRepository } from '../adapters/mongo/bulk-actions.repository';
import { createCallQuotasRepository } from '../adapters/mongo/call-quotas.repository';
import { createCallLeases } from '../adapters/mongo/call-leases';
import { createCallsRepository, type CallsRepository } from '../adapters/mongo/calls.repository';
import { createCampaignsRepository } from '../adapters/mongo/campaigns.repository';
import { isStoreUnavailable } from '../adapters/mongo/client';
import { createDeliveriesRepository } from '../adapters/mongo/deliveries.repository';
import { createEventsRepository } from '../adapters/mongo/events.repository';
import { createIdempotencyRepository } from '../adapters/mongo/idempotency.repository';
import { createImportErrorsRepository } from '../adapters/mongo/import-errors.repository';
import { createImportNumbersRepository } from '../adapters/mongo/import-numbers.repository';
import { createImportsRepository } from '../adapters/mongo/imports.repository';
import { createJobAnalyses } from '../adapters/mongo/jobs/analyses';
import { createJobsByNumber } from '../adapters/mongo/jobs/by-number';
import { createJobSamples } from '../adapters/mongo/jobs/samples';
import { createCallingJobs } from '../adapters/mongo/jobs/calling';
import { createJobLists } from '../adapters/mongo/jobs/list';
import { createReplanTasks } from '../adapters/mongo/jobs/replan-tasks';
import { createJobsRepository } from '../adapters/mongo/jobs/repository';
import { createJobSelections } from '../adapters/mongo/jobs/selection';
import { createJobTransitions } from '../adapters/mongo/jobs/transitions';
import { createJobsWithCalls } from '../adapters/mongo/jobs/with-calls';
import type { Keys } from '../adapters/mongo/keys';
import { createLeasesRepository } from '../adapters/mongo/leases.repository';
import { createNumberAttemptsRepository } from '../adapters/mongo/number-attempts.repository';
import { createOpenJobs } from '../adapters/mongo/open-jobs';
import { createOrganizationsRepository, type Organization } from '../adapters/mongo/organizations.repository';
import { createPurge } from '../adapters/mongo/purge';
import { createRateCountsRepository } from '../adapters/mongo/rate-counts.repository';
import { createStatsRepository } from '../adapters/mongo/stats/repository';
import { createSipCallsRepository } from '../adapters/mongo/sip-calls.repository';
import { createTwilioCallsRepository } from '../adapters/mongo/twilio-calls.repository';
import { createSuppressionsRepository } from '../adapters/mongo/suppressions.repository';
import { createSessionsRepository } from '../adapters/mongo/sessions.repository';
import { createTicketsRepository } from '../adapters/mongo/tickets.repository';
import { createWebhooksRepository } from '../adapters/mongo/webhooks.repository';
import { createOverdueLists } from '../adapters/mongo/overdue-lists';
import { createWorkersRepository } from '../adapters/mongo/workers.repository';
import { createAgentHeaders } from '../adapters/voice-agent/media-streams/headers';
import { defaultPolicy, resolvePolicy, type Policy } from '../domain/organization/policy';
import { createJobContexts } from './job-context';

/** Everything that reads and writes jobs. */
const createJobStores = (
  db: Db,
  { numberHash, dataKeys }: Pick<Keys, 'numberHash' | 'dataKeys'>,
  calls: CallsRepository,
) => ({
  jobs: createJobsRepository(db, { numberHash, dataKeys }),
  jobsByNumber: createJobsByNumber(db, numberHash),
  jobAnalyses: createJobAnalyses(db, dataKeys),
  /** How often analyses and corrections agree. */
  agreements: createAgreementsRepository(db),
  jobLists: createJobLists(db, { numberHash, dataKeys }),
  jobsWithCalls: createJobsWithCalls(db, dataKeys, calls),
  callingJobs: createCallingJobs(db, dataKeys),
  jobSamples: createJobSamples(db, dataKeys),
  jobSelections: createJobSelections(db),
  jobTransitions: createJobTransitions(db, dataKeys),
  replanTasks: createReplanTasks(db),
});

/**
 * Every repository of one database, and what is built from several of them.
 * @param defaults the policy of organizations for which the operator has set nothing else
 */
export const createStore = (db: Db, { numberHash, secretBox, dataKeys }: Keys, defaults: Policy = defaultPolicy) => {
  const policyOf = (organization: Pick<Organization, 'Policy'> | undefined): Policy =>
    resolvePolicy(organization?.Policy, defaults);
  const organizations = createOrganizationsRepository(db);
  const campaigns = createCampaignsRepository(db);
  const calls = createCallsRepository(db, dataKeys);
  const numberAttempts = createNumberAttemptsRepository(db, numberHash);
  const suppressions = createSuppressionsRepository(db, { numberHash, secretBox });
  return {
    /** True for an error that means that the store is unavailable: a repeat may succeed. */
    isUnavailable: isStoreUnavailable,
    organizations,
    campaigns,
    /** The secret headers of voice agents, in the settings of campaigns. */
    agentHeaders: createAgentHeaders(secretBox),
    calls,
    callLeases: createCallLeases(db),
    /** What ends calls over trunks of SIP whose process is lost. */
    sipCalls: createSipCallsRepository(db, dataKeys),
    /** The calls that were given to Twilio. */
    twilioCalls: createTwilioCallsRepository(db, dataKeys),
    numberAttempts,
    suppressions,
    /** The policy in force for an organization. */
    policyOf,
    jobContexts: createJobContexts({ organizations, campaigns, calls, numberAttempts, suppressions, policyOf }),
    dataKeys,
    apiKeys: createApiKeysRepository(db),
    tickets: createTicketsRepository(db),
    sessions: createSessionsRepository(db),
    rateCounts: createRateCountsRepository(db),
    auditLog: createAuditLogRepository(db),
    idempotency: createIdempotencyRepository(db, secretBox),
    ...createJobStores(db, { numberHash, dataKeys }, calls),
    callQuotas: createCallQuotasRepository(db),
    openJobs: createOpenJobs(db),
    imports: createImportsRepository(db),
    bulkActions: createBulkActionsRepository(db, secretBox),
    importErrors: createImportErrorsRepository(db),
    importNumbers: createImportNumbersRepository(db, numberHash),
    events: createEventsRepository(db),
    webhooks: createWebhooksRepository(db, secretBox),
    deliveries: createDeliveriesRepository(db, dataKeys),
    /** The kept counts of campaigns. */
    stats: createStatsRepository(db),
    ...{ workers: createWorkersRepository(db), overdue: createOverdueLists(db) },
    leases: createLeasesRepository(db),
    purge: createPurge(db),
  };
};
export type Store = ReturnType<typeof createStore>;
