import type { SuppressionBody } from '../../../shared/contracts/suppression.schema';
import type { Suppression } from '../../../shared/domain/suppression/suppression';
import { toRfc3339 } from '../http/rfc3339';

/** An entry as the API shows it. `undefined` fields are omitted from the JSON. */
export const toSuppressionBody = (entry: Suppression): SuppressionBody => ({
  ID: entry.ID,
  CampaignID: entry.CampaignID,
  Reason: entry.Reason,
  Source: entry.Source,
  KeyID: entry.KeyID,
  JobID: entry.JobID,
  CallID: entry.CallID,
  Note: entry.Note,
  CreatedAt: toRfc3339(entry.CreatedMS),
  Until: toRfc3339(entry.UntilMS),
});
