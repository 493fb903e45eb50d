import { everyPage, init, type Connection, type RequestOptions } from '../http.ts';
import type { AuditLogEntry, AuditLogQuery, ChangeOrganisation, CreateApiKey } from '../types.ts';

/** API keys. */
export function createKeys({ http, dataOf }: Connection) {
  return {
    /** The answer holds the key, this once. */
    create: (body: CreateApiKey, options?: RequestOptions) =>
      dataOf(http.POST('/api-keys', { body, ...init(options) })),
    list: async (options?: RequestOptions) => (await dataOf(http.GET('/api-keys', init(options)))).ApiKeys,
    revoke: (keyID: string, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.DELETE('/api-keys/{keyID}', { params: { path: { keyID } }, ...init(options) })),
  };
}

/** What holds for all campaigns. */
export function createOrganisation({ http, dataOf }: Connection) {
  return {
    get: (options?: RequestOptions) => dataOf(http.GET('/organisation', init(options))),
    /** Fields that are given replace; `null` removes one. */
    update: (body: ChangeOrganisation, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.PATCH('/organisation', { body, ...init(options) })),
  };
}

/** Who did what. */
export function createAudit({ http, dataOf }: Connection) {
  const list = async (query: AuditLogQuery = {}, options?: RequestOptions) =>
    (await dataOf(http.GET('/audit-log', { params: { query }, ...init(options) }))).AuditLogEntries;
  return {
    /** One page, newest first. */
    list,
    /** Every entry, newest first. */
    all: ({ after, ...query }: AuditLogQuery = {}, options?: RequestOptions) =>
      everyPage<AuditLogEntry, string>(
        (behind) => list({ ...query, ...(behind === undefined ? {} : { after: behind }) }, options),
        ({ ID }) => ID,
        after,
      ),
  };
}
