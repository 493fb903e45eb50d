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
  /** The key that created it; absent if an operator did, or an earlier version. */
  CreatedBy?: string | undefined;
  CreatedMS: number;
  ExpiresMS?: number | undefined;
  RevokedMS?: number | undefined;
  /** It was revoked because another bootstrap key is configured. Configured again, it becomes active. */
  Superseded?: true | undefined;
  /** Updated at most once a minute. */
  LastUsedMS?: number | undefined;
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyStateAt(key: Pick<ApiKey, 'ExpiresMS' | 'RevokedMS'>, nowMs: number): KeyState {
  if (key.RevokedMS !== undefined) return 'revoked';
  return key.ExpiresMS !== undefined && key.ExpiresMS <= nowMs ? 'expired' : 'active';
}

/** The keys that a key created, those that they created, and so on. */
export function descendantsOf<Key extends Pick<ApiKey, 'ID' | 'CreatedBy'>>(
  keys: readonly Key[],
  keyId: string,
): Key[] {
  const ancestors = new Set([keyId]);
  const found: Key[] = [];
  for (let more = true; more;) {
    const children = keys.filter(({ ID, CreatedBy = '' }) => ancestors.has(CreatedBy) && !ancestors.has(ID));
    for (const { ID } of children) ancestors.add(ID);
    found.push(...children);
    more = children.length > 0;
  }
  return found;
}

export const canAccessCampaign = (key: Pick<ApiKey, 'CampaignIDs'>, campaignId: string): boolean =>
  key.CampaignIDs?.includes(campaignId) ?? true;
