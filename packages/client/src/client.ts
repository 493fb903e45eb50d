import { createTransport, toRequestInit, type RequestOptions, type OutdialClientOptions } from './transport.ts';
import { createAuditLog, createApiKeys, createOrganization } from './resources/administration.ts';
import { createBulkActions } from './resources/bulk-actions.ts';
import { createCalls } from './resources/calls.ts';
import { createCampaigns } from './resources/campaigns.ts';
import { createEvents } from './resources/events.ts';
import { createImports } from './resources/imports.ts';
import { createJobs } from './resources/jobs.ts';
import { createOperations } from './resources/operations.ts';
import { createSessions } from './resources/sessions.ts';
import { createNumbers, createSuppressions } from './resources/suppressions.ts';
import { createWebhooks } from './resources/webhooks.ts';

/**
 * A client of one Outdial service. Temporary failures are retried; each POST carries an `Idempotency-Key`, so a retry
 * has no second effect. Methods throw `OutdialError` when the API rejects a request and `OutdialConnectionError` when
 * it is unreachable.
 */
export function createOutdialClient(options: OutdialClientOptions) {
  const transport = createTransport(options);
  return {
    jobs: createJobs(transport),
    calls: createCalls(transport),
    campaigns: createCampaigns(transport),
    imports: createImports(transport),
    bulkActions: createBulkActions(transport),
    suppressions: createSuppressions(transport),
    numbers: createNumbers(transport),
    events: createEvents(transport),
    webhooks: createWebhooks(transport),
    keys: createApiKeys(transport),
    organization: createOrganization(transport),
    audit: createAuditLog(transport),
    sessions: createSessions(transport),
    /** The worker processes of the deployment. */
    workers: async (options?: RequestOptions) =>
      (await transport.unwrap(transport.http.GET('/workers', toRequestInit(options)))).Workers,
    operations: createOperations(transport),
    /** The organization, the key and what it may do. */
    me: (options?: RequestOptions) => transport.unwrap(transport.http.GET('/me', toRequestInit(options))),
    /** Every operation by path, for operations without a method here. */
    http: transport.http,
  };
}
export type OutdialClient = ReturnType<typeof createOutdialClient>;
