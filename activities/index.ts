import { createAnalysisActivities } from './analysis.activities';
import { createCallActivities } from './call.activities';
import type { ActivityDeps } from './deps';
import { createJobImportActivities } from './job-import.activities';
import { createJobActivities } from './job.activities';
import { createPiiDeletionActivities } from './pii-deletion.activities';
import { createWebhookActivities } from './webhook.activities';

/** Every activity, over one outside world. */
export const createActivities = (deps: ActivityDeps) => ({
  ...createJobActivities(deps),
  ...createJobImportActivities(deps),
  ...createCallActivities(deps),
  ...createAnalysisActivities(deps),
  ...createPiiDeletionActivities(deps),
  ...createWebhookActivities(deps),
});
export type Activities = ReturnType<typeof createActivities>;
