import type { ApiKeyBody } from '../../../shared/contracts/api-key.schema';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';
import { toRfc3339 } from '../http/rfc3339';

/** A key as the API shows it, without the secret. */
export const toApiKeyRecord = (key: ApiKey, nowMs: number): ApiKeyBody => ({
  OrgID: key.OrgID,
  ID: key.ID,
  Data: {
    Name: key.Name,
    State: keyStateAt(key, nowMs),
    Scopes: [...key.Scopes],
    CampaignIDs: key.CampaignIDs && [...key.CampaignIDs],
    CreatedBy: key.CreatedBy,
    ExpiresAt: toRfc3339(key.ExpiresMS),
    RevokedAt: toRfc3339(key.RevokedMS),
    LastUsedAt: toRfc3339(key.LastUsedMS),
  },
  CreatedAt: toRfc3339(key.CreatedMS),
});
