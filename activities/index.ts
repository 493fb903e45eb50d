import { createProcessBulkAction } from './bulk/process-bulk-action';
import { createAnalyzeCall } from './call/analyze-call';
import { createPlaceCall } from './call/place-call';
import { createReconcileCall } from './call/reconcile-call';
import type { ActivityDeps } from './deps';
import { createErasureActivities } from './erasure/erasure.activities';
import { createProcessImport } from './import/process-import';
import { createJobActivities } from './job/job.activities';
import { createSendWebhook } from './webhook/send-webhook';

/** Every activity. */
export const createActivities = (deps: ActivityDeps) => ({
  ...createJobActivities(deps),
  ...createPlaceCall(deps),
  ...createReconcileCall(deps),
  ...createAnalyzeCall(deps),
  ...createProcessImport(deps),
  ...createProcessBulkAction(deps),
  ...createErasureActivities(deps),
  ...createSendWebhook(deps),
});
export type Activities = ReturnType<typeof createActivities>;
