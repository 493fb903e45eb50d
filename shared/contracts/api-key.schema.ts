import { z } from 'zod';
import { organizationScopes, scopes } from '../domain/access/scope';
import { field, ids, instant, uniqueItems } from './field';
import { identifier, typeError } from './primitives';

const areUnique = (list: readonly string[]): boolean => new Set(list).size === list.length;
const scope = z.enum(scopes, `Expected one of ${scopes.join(', ')}.`);
const exampleScopes = ['jobs:read', 'jobs:write'];
const exampleCampaigns = ['campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'];

/** A new API key. Its text is shown once, in the answer. */
export const createApiKeySchema = z
  .strictObject({
    Name: field(z.string().trim().min(1).max(200), 'What people know the key by.', 'CRM, production'),
    Scopes: field(
      z.array(scope).min(1).max(scopes.length).refine(areUnique, 'Expected each scope once.').meta(uniqueItems),
      'What the key may do; at most what the asking key may.',
      exampleScopes,
    ),
    CampaignIDs: field(
      z.array(identifier).min(1).max(100).refine(areUnique, 'Expected each campaign once.').meta(uniqueItems),
      'Limits the key to these campaigns. Such a key cannot hold scopes that reach over all campaigns.',
      exampleCampaigns,
    ).optional(),
    ExpiresAt: field(
      z.iso.datetime({ offset: true, error: typeError('Expected a time such as "2027-01-31T00:00:00Z".') }),
      'When the key stops to work; never, by default.',
      '2027-01-31T00:00:00Z',
    ).optional(),
  })
  .superRefine(({ Scopes, CampaignIDs }, context) => {
    const organizationWide =
      CampaignIDs === undefined ? [] : Scopes.filter((name) => organizationScopes.includes(name));
    if (organizationWide.length > 0) {
      context.addIssue({
        code: 'custom',
        path: ['Scopes'],
        message: `A key that is limited to campaigns cannot hold ${organizationWide.join(', ')}: that reaches over all campaigns.`,
      });
    }
  })
  .meta({ id: 'CreateApiKeyBody', description: 'A new API key.' });
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const apiKeyCreatedSchema = z
  .object({
    KeyID: ids.key,
    Key: field(
      z.string(),
      'The key. Shown this once: keep it.',
      'od_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_4cN0dGqkqkz0Ww7tDg0vYx2mJ1aBcDeF0rT3uV',
    ),
  })
  .meta({ id: 'ApiKeyCreated', description: 'The key is made.' });

export const apiKeySchema = z
  .object({
    OrgID: ids.org,
    ID: ids.key,
    Data: field(
      z
        .object({
          Name: field(z.string(), 'What people know the key by.', 'CRM, production'),
          State: field(z.enum(['active', 'expired', 'revoked']), 'Whether it opens anything.', 'active'),
          Scopes: field(z.array(z.enum(scopes)), 'What it may do.', exampleScopes),
          CampaignIDs: field(z.array(z.string()), 'The campaigns that it is limited to.', exampleCampaigns).optional(),
          ExpiresAt: instant('When it stops to work.', '2027-01-31T00:00:00Z').optional(),
          RevokedAt: instant('When it was revoked.').optional(),
          LastUsedAt: instant('When it was last used, to the minute.').optional(),
        })
        .meta({ id: 'ApiKeyData', description: 'What a key is.' }),
      'What the key is.',
    ),
    CreatedAt: instant('When it was made.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its text.' });
export type ApiKeyBody = z.output<typeof apiKeySchema>;

export const apiKeyListSchema = z
  .object({ ApiKeys: field(z.array(apiKeySchema), 'All keys of the organization, the oldest first.') })
  .meta({ id: 'ApiKeyList', description: 'The API keys of the organization.' });
