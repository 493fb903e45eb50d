import { connect, type OutdialClientOptions } from './http.ts';
import { createAudit, createKeys, createOrganisation } from './resources/administration.ts';
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
  const connection = connect(options);
  return {
    jobs: createJobs(connection),
    calls: createCalls(connection),
    campaigns: createCampaigns(connection),
    imports: createImports(connection),
    webhooks: createWebhooks(connection),
    keys: createKeys(connection),
    organisation: createOrganisation(connection),
    audit: createAudit(connection),
    /** Every operation by its path, for what has no method here. */
    http: connection.http,
  };
}
export type OutdialClient = ReturnType<typeof createOutdialClient>;
