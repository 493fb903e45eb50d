import {
  apiKeyCreatedSchema,
  apiKeyListSchema,
  apiKeyRevokedSchema,
  createApiKeySchema,
  listApiKeysQuerySchema,
  revokeApiKeyQuerySchema,
} from '../../../shared/contracts/api-key.schema';
import { route } from '../http/route';
import { createApiKey } from './create-api-key';
import { listApiKeys } from './list-api-keys';
import { revokeApiKey } from './revoke-api-key';

export const apiKeyRoutes = [
  route({
    method: 'POST',
    path: '/api-keys',
    operation: 'createApiKey',
    doc: {
      tag: 'API keys',
      summary: 'Create an API key',
      description:
        'Creates a key for the organization, which can have at most 200 active ones. A key can only grant scopes that it has itself, and a life no longer than its own.',
      responses: { 201: { description: 'The key is created.', schema: apiKeyCreatedSchema, headers: ['Location'] } },
      problems: ['too_many_api_keys'],
    },
    access: 'keys:manage',
    body: createApiKeySchema,
    handle: createApiKey,
  }),
  route({
    method: 'GET',
    path: '/api-keys',
    operation: 'listApiKeys',
    doc: {
      tag: 'API keys',
      summary: 'List API keys',
      description:
        'Returns up to 100 keys of the organization, oldest first, including revoked and expired ones, without their secrets. For the next page, follow `Link` or pass the last ID as `after`.',
      responses: { 200: { description: 'A page of keys.', schema: apiKeyListSchema, headers: ['Link'] } },
    },
    access: 'keys:manage',
    query: listApiKeysQuerySchema,
    handle: listApiKeys,
  }),
  route({
    method: 'DELETE',
    path: '/api-keys/:keyID',
    operation: 'revokeApiKey',
    doc: {
      tag: 'API keys',
      summary: 'Revoke an API key',
      description:
        'Revokes a key and closes its listeners, in every process within 10 s. With `descendants`, also the keys that it created, and those that they created. Idempotent.',
      responses: { 200: { description: 'The revoked key.', schema: apiKeyRevokedSchema } },
    },
    access: 'keys:manage',
    query: revokeApiKeyQuerySchema,
    handle: revokeApiKey,
  }),
];
