import { createAnalysisActivities } from './call/analyze-call';
import { createCallActivities } from './call/place-call';
import type { ActivityDeps } from './deps';
import { createImportActivities } from './import/process-import';
import { createJobActivities } from './job/job.activities';
import { createErasureActivities } from './erasure/erasure.activities';
import { createWebhookActivities } from './webhook/send-webhook';

/** Every activity, over one outside world. */
export const createActivities = (deps: ActivityDeps) => ({
  ...createJobActivities(deps),
  ...createImportActivities(deps),
  ...createCallActivities(deps),
  ...createAnalysisActivities(deps),
  ...createErasureActivities(deps),
  ...createWebhookActivities(deps),
});
export type Activities = ReturnType<typeof createActivities>;
