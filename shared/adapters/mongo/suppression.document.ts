import { createHash } from 'node:crypto';
import type { SuppressionFields, SuppressionScope } from '../../domain/suppression/suppression';

/** An entry that is to be added. */
export type NewSuppression = SuppressionFields & { phoneNumber: string };

/** An entry as the database holds it: a keyed hash instead of the number, and the note sealed. */
export interface SuppressionDocument extends Omit<SuppressionFields, 'Note'> {
  _id: string;
  OrgID: string;
  /** Absent for every campaign of the organization. */
  CampaignID?: string;
  NumberHash: string;
  SealedNote?: string;
}

/**
 * The id of a number's entry in a scope: there is one at most. Without the key of the hash it cannot be traced to the
 * number, nor to entries of the same number in another organization.
 */
export const entryId = ({ orgId, campaignId = '' }: SuppressionScope, numberHash: string): string =>
  `suppression_${createHash('sha256').update(`${orgId}/${campaignId}/${numberHash}`).digest('hex').slice(0, 32)}`;

/** What a sealed note is bound to. */
export const noteAad = (id: string): string => `suppression/${id}/Note`;
