import { apiKeyRoutes } from './api-keys/routes';
import { auditRoutes } from './audit/routes';
import { bulkActionRoutes } from './bulk-actions/routes';
import { callRoutes } from './calls/routes';
import { campaignControlRoutes } from './campaigns/control-routes';
import { campaignRoutes } from './campaigns/routes';
import { eventRoutes } from './events/routes';
import { healthRoutes } from './health/routes';
import type { Route } from './http/route';
import { importRoutes } from './imports/routes';
import { jobAnalysisRoutes } from './jobs/analysis-routes';
import { jobRoutes } from './jobs/routes';
import { liveRoutes } from './live/routes';
import { openApiRoutes } from './openapi/routes';
import { numberRoutes } from './numbers/routes';
import { operationRoutes } from './operations/routes';
import { organizationRoutes } from './organization/routes';
import { recordingRoutes } from './recordings/routes';
import { scheduleRoutes } from './schedule/routes';
import { sessionRoutes } from './sessions/routes';
import { suppressionRoutes } from './suppressions/routes';
import { ticketRoutes } from './tickets/routes';
import { webhookRoutes } from './webhooks/routes';
import { workerRoutes } from './workers/routes';

/** The whole API, one row per operation. If two paths match a request, the earlier one wins. */
export const routes: readonly Route[] = [
  ...healthRoutes,
  ...openApiRoutes,
  ...campaignRoutes,
  ...campaignControlRoutes,
  // Before the job routes, which would take "bulk" for an id.
  ...importRoutes,
  ...jobRoutes,
  ...jobAnalysisRoutes,
  ...bulkActionRoutes,
  ...scheduleRoutes,
  ...liveRoutes,
  ...callRoutes,
  ...recordingRoutes,
  ...ticketRoutes,
  ...suppressionRoutes,
  ...numberRoutes,
  ...organizationRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...workerRoutes,
  ...operationRoutes,
];
