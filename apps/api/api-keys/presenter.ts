import type { ApiKeyBody } from '../../../shared/contracts/api-key.schema';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';

const rfc3339 = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** A key as the API shows it, without the secret. */
export const toApiKeyRecord = (key: ApiKey, nowMs: number): ApiKeyBody => ({
  OrgID: key.OrgID,
  ID: key.ID,
  Data: {
    Name: key.Name,
    State: keyStateAt(key, nowMs),
    Scopes: [...key.Scopes],
    CampaignIDs: key.CampaignIDs && [...key.CampaignIDs],
    ExpiresAt: rfc3339(key.ExpiresMS),
    RevokedAt: rfc3339(key.RevokedMS),
    LastUsedAt: rfc3339(key.LastUsedMS),
  },
  CreatedAt: new Date(key.CreatedMS).toISOString(),
});
