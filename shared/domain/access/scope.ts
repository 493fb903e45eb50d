/**
 * Permissions of an API key. Each operation requires one of them. Names are stable, because they are stored with keys.
 */
export const scopes = [
  'jobs:read',
  'jobs:write',
  'calls:listen',
  'calls:stop',
  'recordings:read',
  'webhooks:manage',
  'campaigns:manage',
  'suppressions:read',
  'suppressions:add',
  'suppressions:remove',
  'pii:delete',
  'keys:manage',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that cover all campaigns of an organization. A key that is limited to some campaigns cannot have them. */
export const organizationScopes: readonly Scope[] = ['webhooks:manage', 'keys:manage', 'audit:read'];
