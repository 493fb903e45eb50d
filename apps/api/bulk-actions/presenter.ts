import type { BulkActionBody } from '../../../shared/contracts/bulk-action.schema';
import type { BulkActionRecord } from '../../../shared/adapters/mongo/bulk-actions.repository';
import { countDone, countSkipped } from '../../../shared/domain/bulk/bulk-action';
import { toRfc3339 } from '../http/rfc3339';

/** The done part of an action, from 0 to 1. Jobs that left the filter are never done, so the end counts as all of it. */
function progressOf(action: BulkActionRecord): number {
  if (action.State === 'completed') return 1;
  const part = action.Matched === 0 ? 0 : Math.min(1, countDone(action) / action.Matched);
  return Math.floor(part * 1_000) / 1_000;
}

/** A bulk action as the API shows it. `undefined` fields are omitted from the JSON. */
export const toBulkActionBody = (action: BulkActionRecord): BulkActionBody => ({
  ID: action.ID,
  CampaignID: action.CampaignID,
  Action: action.Action,
  Filter: action.Filter as BulkActionBody['Filter'],
  Fields: action.Fields,
  CallAt: toRfc3339(action.CallAtMS),
  State: action.State,
  Matched: action.Matched,
  Estimated: action.Estimated,
  Done: countDone(action),
  Progress: progressOf(action),
  Changed: action.Changed,
  Skipped: countSkipped(action),
  SkippedBy: action.Skipped,
  Failed: action.Failed,
  FailedJobIDs: action.FailedJobIDs,
  NewJobsFailed: action.Action === 'redial' ? action.NewJobsFailed : undefined,
  CreatedAt: toRfc3339(action.CreatedMS),
  CancelRequestedAt: toRfc3339(action.CancelRequestedMS),
  EndedAt: toRfc3339(action.EndedMS),
  FailureMessage: action.FailureMessage,
});
