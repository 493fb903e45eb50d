import { z } from 'zod';
import { organizationScopes, scopes } from '../domain/access/scope';
import { field, ids, instant, typedParameter, uniqueItems } from './field';
import { flagParameter } from './job-list.schema';
import { pageQuerySchema } from './parameters';
import { areUnique, identifier, typeError } from './primitives';

const scope = z.enum(scopes, `Expected one of ${scopes.join(', ')}.`);
const exampleScopes = ['jobs:read', 'jobs:write'];
const exampleCampaigns = ['campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'];

/** A new API key. The key itself is returned only once, in the response. */
export const createApiKeySchema = z
  .strictObject({
    Name: field(z.string().trim().min(1).max(200), 'A name that identifies the key to people.', 'CRM, production'),
    Scopes: field(
      z.array(scope).min(1).max(scopes.length).refine(areUnique, 'Expected each scope once.').meta(uniqueItems),
      'Scopes of the key, at most those of the key that creates it.',
      exampleScopes,
    ),
    CampaignIDs: field(
      z.array(identifier).min(1).max(100).refine(areUnique, 'Expected each campaign once.').meta(uniqueItems),
      'Restricts the key to these campaigns. Such a key cannot have organization-wide scopes.',
      exampleCampaigns,
    ).optional(),
    ExpiresAt: field(
      z.iso.datetime({ offset: true, error: typeError('Expected a time such as "2027-01-31T00:00:00Z".') }),
      'When the key expires, no later than the key or the session that creates it. By default it expires with that.',
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
        message: `A key restricted to campaigns cannot have organization-wide scopes: ${organizationWide.join(', ')}.`,
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
      'The key. It is shown only once: store it safely.',
      'od_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_4cN0dGqkqkz0Ww7tDg0vYx2mJ1aBcDeF0rT3uV',
    ),
  })
  .meta({ id: 'ApiKeyCreated', description: 'The key was created.' });

export const apiKeySchema = z
  .object({
    OrgID: ids.org,
    ID: ids.key,
    Data: field(
      z
        .object({
          Name: field(z.string(), 'A name that identifies the key to people.', 'CRM, production'),
          State: field(z.enum(['active', 'expired', 'revoked']), 'Whether the key is valid.', 'active'),
          Scopes: field(z.array(z.enum(scopes)), 'Scopes of the key.', exampleScopes),
          CampaignIDs: field(z.array(z.string()), 'The campaigns it is restricted to.', exampleCampaigns).optional(),
          ExpiresAt: instant('When it expires.', '2027-01-31T00:00:00Z').optional(),
          RevokedAt: instant('When it was revoked.').optional(),
          CreatedBy: field(
            z.string(),
            'The key that created it; absent if an operator did.',
            'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8d',
          ).optional(),
          LastUsedAt: instant('When it was last used, to the minute.').optional(),
        })
        .meta({ id: 'ApiKeyData', description: 'The properties of an API key.' }),
      'Properties of the key.',
    ),
    CreatedAt: instant('When it was created.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' });
export type ApiKeyBody = z.output<typeof apiKeySchema>;

export const apiKeyRevokedSchema = apiKeySchema
  .extend({
    Descendants: field(
      z.array(z.string()),
      'The keys that it created, and those that they created, all revoked; present if the request asks for it.',
      ['key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8d'],
    ).optional(),
  })
  .meta({ id: 'ApiKeyRevoked', description: 'A revoked API key.' });

export const revokeApiKeyQuerySchema = z.strictObject({
  descendants: typedParameter(
    flagParameter,
    'boolean',
    '`true` also revokes the keys that it created, and those that they created.',
    true,
  ).optional(),
});
export type RevokeApiKeyQuery = z.infer<typeof revokeApiKeyQuerySchema>;

export const listApiKeysQuerySchema = pageQuerySchema({
  items: 'Keys',
  item: 'a key',
  example: 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
});

export const apiKeyListSchema = z
  .object({ ApiKeys: field(z.array(apiKeySchema), 'Keys of the organization, oldest first.') })
  .meta({ id: 'ApiKeyList', description: 'A page of API keys.' });
