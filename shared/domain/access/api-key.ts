import type { Scope } from './scope';

/** An API key without its secret, of which only a hash is stored. */
export interface ApiKey {
  ID: string;
  OrgID: string;
  /** SHA-256 of the whole key, in hex. The key is long and random, so a fast hash is sufficient. */
  Hash: string;
  Name: string;
  Scopes: readonly Scope[];
  /** If set, the key can access only these campaigns. */
  CampaignIDs?: readonly string[] | undefined;
  CreatedMS: number;
  ExpiresMS?: number | undefined;
  RevokedMS?: number | undefined;
  /** Updated at most once a minute. */
  LastUsedMS?: number | undefined;
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyStateAt(key: Pick<ApiKey, 'ExpiresMS' | 'RevokedMS'>, nowMs: number): KeyState {
  if (key.RevokedMS !== undefined) return 'revoked';
  return key.ExpiresMS !== undefined && key.ExpiresMS <= nowMs ? 'expired' : 'active';
}

export const canAccessCampaign = (key: Pick<ApiKey, 'CampaignIDs'>, campaignId: string): boolean =>
  key.CampaignIDs?.includes(campaignId) ?? true;
