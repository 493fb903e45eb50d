import { createTransport, type OutdialClientOptions } from './transport.ts';
import { createAuditLog, createApiKeys, createOrganization } from './resources/administration.ts';
import { createCalls } from './resources/calls.ts';
import { createCampaigns } from './resources/campaigns.ts';
import { createImports } from './resources/imports.ts';
import { createJobs } from './resources/jobs.ts';
import { createWebhooks } from './resources/webhooks.ts';

/**
 * A client of one Outdial service. Requests that fail for a moment are repeated; each POST bears an `Idempotency-Key`, so that a repeat
 * does nothing twice. Methods throw `OutdialError` when the API refuses, and `OutdialConnectionError` when it cannot be reached.
 */
export function createOutdialClient(options: OutdialClientOptions) {
  const transport = createTransport(options);
  return {
    jobs: createJobs(transport),
    calls: createCalls(transport),
    campaigns: createCampaigns(transport),
    imports: createImports(transport),
    webhooks: createWebhooks(transport),
    keys: createApiKeys(transport),
    organization: createOrganization(transport),
    audit: createAuditLog(transport),
    /** Every operation by its path, for what has no method here. */
    http: transport.http,
  };
}
export type OutdialClient = ReturnType<typeof createOutdialClient>;
