import {
  apiKeyCreatedSchema,
  apiKeyListSchema,
  apiKeySchema,
  createApiKeySchema,
} from '../../../shared/contracts/api-key.schema';
import { route } from '../http/route';
import { createApiKey, listApiKeys, revokeApiKey } from './handlers';

export const apiKeyRoutes = [
  route({
    method: 'POST',
    path: '/api-keys',
    operation: 'createApiKey',
    doc: {
      tag: 'API keys',
      summary: 'Create an API key',
      description: 'Makes a key for the organization. A key can give away no more than it may do itself.',
      responses: { 201: { description: 'The key is made.', schema: apiKeyCreatedSchema, headers: ['Location'] } },
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
      description: 'All keys of the organization, without their text; revoked and expired ones too.',
      responses: { 200: { description: 'The keys.', schema: apiKeyListSchema } },
    },
    access: 'keys:manage',
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
        'Takes a key away and closes the listeners that it opened, in every process within 10 s. Repeatable.',
      responses: { 200: { description: 'The revoked key.', schema: apiKeySchema } },
    },
    access: 'keys:manage',
    handle: revokeApiKey,
  }),
];
