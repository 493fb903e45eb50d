import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { AuditLogEntry, AuditLogQuery, ChangeOrganization, CreateApiKey } from '../types.ts';

/** API keys. */
export function createApiKeys({ http, unwrap: dataOf }: Transport) {
  return {
    /** The answer holds the key, this once. */
    create: (body: CreateApiKey, options?: RequestOptions) =>
      dataOf(http.POST('/api-keys', { body, ...toRequestInit(options) })),
    list: async (options?: RequestOptions) => (await dataOf(http.GET('/api-keys', toRequestInit(options)))).ApiKeys,
    revoke: (keyID: string, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.DELETE('/api-keys/{keyID}', { params: { path: { keyID } }, ...toRequestInit(options) })),
  };
}

/** What holds for all campaigns. */
export function createOrganization({ http, unwrap: dataOf }: Transport) {
  return {
    get: (options?: RequestOptions) => dataOf(http.GET('/organization', toRequestInit(options))),
    /** Fields that are given replace; `null` removes one. */
    update: (body: ChangeOrganization, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.PATCH('/organization', { body, ...toRequestInit(options) })),
  };
}

/** Who did what. */
export function createAuditLog({ http, unwrap: dataOf }: Transport) {
  const list = async (query: AuditLogQuery = {}, options?: RequestOptions) =>
    (await dataOf(http.GET('/audit-log', { params: { query }, ...toRequestInit(options) }))).AuditLogEntries;
  return {
    /** One page, newest first. */
    list,
    /** Every entry, newest first. */
    all: ({ after, ...query }: AuditLogQuery = {}, options?: RequestOptions) =>
      paginate<AuditLogEntry, string>(
        (cursor) => list({ ...query, ...(cursor === undefined ? {} : { after: cursor }) }, options),
        ({ ID }) => ID,
        after,
      ),
  };
}
