import type { Scope } from './scope';

/** An API key without its secret: what is stored is a hash. */
export interface ApiKey {
  ID: string;
  OrgID: string;
  /** SHA-256 of the whole key, in hex. A key is long and random, so that a fast hash is enough. */
  Hash: string;
  Name: string;
  Scopes: readonly Scope[];
  /** Where given, the key reaches these campaigns and nothing beside them. */
  CampaignIDs?: readonly string[] | undefined;
  CreatedMS: number;
  ExpiresMS?: number | undefined;
  RevokedMS?: number | undefined;
  /** Told at most once a minute. */
  LastUsedMS?: number | undefined;
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** Whether a key opens anything at an instant. */
export function keyStateAt(key: Pick<ApiKey, 'ExpiresMS' | 'RevokedMS'>, nowMs: number): KeyState {
  if (key.RevokedMS !== undefined) return 'revoked';
  return key.ExpiresMS !== undefined && key.ExpiresMS <= nowMs ? 'expired' : 'active';
}

/** Whether a key reaches what belongs to a campaign. */
export const canAccessCampaign = (key: Pick<ApiKey, 'CampaignIDs'>, campaignId: string): boolean =>
  key.CampaignIDs?.includes(campaignId) ?? true;
