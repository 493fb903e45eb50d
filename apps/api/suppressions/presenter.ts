import type { SuppressionBody } from '../../../shared/contracts/suppression.schema';
import type { Scope } from '../../../shared/domain/access/scope';
import type { Suppression } from '../../../shared/domain/suppression/suppression';
import { toRfc3339 } from '../http/rfc3339';

/**
 * An entry as the API shows it. `undefined` fields are omitted from the JSON.
 * @param scopes of the key: one that may not read entries, but add them or read jobs, learns that there is one and why, not who
 * added it nor what was noted
 */
export const toSuppressionBody = (entry: Suppression, scopes: readonly Scope[]): SuppressionBody => ({
  ID: entry.ID,
  CampaignID: entry.CampaignID,
  Reason: entry.Reason,
  Source: entry.Source,
  ...(scopes.includes('suppressions:read') ? detailsOf(entry) : {}),
  CreatedAt: toRfc3339(entry.CreatedMS),
  Until: toRfc3339(entry.UntilMS),
});

const detailsOf = ({ KeyID, JobID, CallID, Note }: Suppression) => ({ KeyID, JobID, CallID, Note });
