import type { Scope } from './scope';

/** An API key without its secret, of which only a hash is stored. */
export interface ApiKey {
  ID: string;
  OrgID: string;
  /** SHA-256 of the whole key, in hex. The key is long and random, so a fast hash is sufficient. */
  Hash: string;
  Name: string;
  Scopes: readonly Scope[];
  /** Set on keys of versions that know the scope `personal:read`. Earlier keys that read jobs have it without naming it. */
  NamesPersonalScope?: true | undefined;
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

/** The keys that a key created, those that they created, and so on; in time linear in the keys. */
export function descendantsOf<Key extends Pick<ApiKey, 'ID' | 'CreatedBy'>>(
  keys: readonly Key[],
  keyId: string,
): Key[] {
  const created = new Map<string, Key[]>();
  for (const key of keys) {
    const { CreatedBy } = key;
    if (CreatedBy === undefined) continue;
    const siblings = created.get(CreatedBy);
    if (siblings === undefined) created.set(CreatedBy, [key]);
    else siblings.push(key);
  }
  const seen = new Set([keyId]);
  const found: Key[] = [];
  const add = (parentId: string): void => {
    for (const key of created.get(parentId) ?? []) {
      if (seen.has(key.ID)) continue;
      seen.add(key.ID);
      found.push(key);
    }
  };
  add(keyId);
  // Grows while it is walked: those found last are walked last.
  for (const { ID } of found) add(ID);
  return found;
}

/** The scopes of a stored key, with those that it has had since before they had a name. */
export const effectiveScopes = ({ Scopes, NamesPersonalScope }: Pick<ApiKey, 'Scopes' | 'NamesPersonalScope'>) =>
  NamesPersonalScope === true || !readsAnything(Scopes) || Scopes.includes('personal:read')
    ? Scopes
    : [...Scopes, 'personal:read' as const];
const readsAnything = (granted: readonly Scope[]): boolean =>
  granted.includes('jobs:read') || granted.includes('webhooks:manage');

export const canAccessCampaign = (key: Pick<ApiKey, 'CampaignIDs'>, campaignId: string): boolean =>
  key.CampaignIDs?.includes(campaignId) ?? true;
