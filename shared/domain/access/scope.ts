/** What an API key may do. A key holds some of them; each operation asks for one. Names are stable: they are stored with keys. */
export const scopes = [
  'jobs:read',
  'jobs:write',
  'calls:listen',
  'calls:stop',
  'recordings:read',
  'webhooks:manage',
  'campaigns:manage',
  'pii:delete',
  'keys:manage',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that reach over all campaigns of an organization: a key that is limited to some campaigns cannot hold them. */
export const organizationScopes: readonly Scope[] = ['webhooks:manage', 'keys:manage', 'audit:read'];
