/**
 * Permissions of an API key. Each operation requires one of them. Names are stable, because they are stored with keys.
 */
export const scopes = [
  'jobs:read',
  'jobs:write',
  'personal:read',
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
  'service:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that cover all campaigns of an organization. A key that is limited to some campaigns cannot have them. */
export const organizationScopes: readonly Scope[] = ['webhooks:manage', 'keys:manage', 'audit:read', 'service:read'];

/** The scopes of a key for which an operator names none: what concerns the whole deployment is not an organization's. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'service:read');

/** Whether a key shows numbers, names and what was said. */
export const readsPersonalData = (granted: readonly Scope[]): boolean => granted.includes('personal:read');
