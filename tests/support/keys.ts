import { mintApiKey } from '../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../shared/domain/access/api-key';
import { scopes } from '../../shared/domain/access/scope';
import type { TestApi } from './api';
import { createRequest, type Request } from './requests';

/** A key of an API's organization as no request could make it: expired, revoked, or without scopes. */
export async function insertKey(
  api: Pick<TestApi, 'store' | 'orgId' | 'url'>,
  fields: Partial<ApiKey> = {},
): Promise<{ key: string; id: string; request: Request }> {
  const { id, key, hash } = mintApiKey();
  const record = { ID: id, OrgID: api.orgId, Hash: hash, Name: 'Test', Scopes: scopes, CreatedMS: Date.now() };
  await api.store.apiKeys.insertIfAbsent({ ...record, ...fields });
  return { key, id, request: createRequest(api.url, key) };
}
