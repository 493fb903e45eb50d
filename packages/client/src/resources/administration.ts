import { collectPages, paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ApiKey, AuditLogEntry, AuditLogQuery, ChangeOrganization, CreateApiKey } from '../types.ts';

/** API keys. */
export function createApiKeys({ http, unwrap }: Transport) {
  return {
    /** The response contains the key, which is shown only once. */
    create: (body: CreateApiKey, options?: RequestOptions) =>
      unwrap(http.POST('/api-keys', { body, ...toRequestInit(options) })),
    /** Every key, oldest first. */
    list: async (options?: RequestOptions): Promise<ApiKey[]> =>
      collectPages(
        async (after?: string) => {
          const query = after === undefined ? {} : { after };
          return (await unwrap(http.GET('/api-keys', { params: { query }, ...toRequestInit(options) }))).ApiKeys;
        },
        ({ ID }) => ID,
      ),
    /** With `descendants`, also revokes the keys that it created, and those that they created. */
    revoke: (
      keyID: string,
      { descendants, ...options }: Pick<RequestOptions, 'signal'> & { descendants?: boolean } = {},
    ) =>
      unwrap(
        http.DELETE('/api-keys/{keyID}', {
          params: { path: { keyID }, query: descendants === undefined ? {} : { descendants } },
          ...toRequestInit(options),
        }),
      ),
  };
}

/** Settings across all campaigns. */
export function createOrganization({ http, unwrap }: Transport) {
  return {
    get: (options?: RequestOptions) => unwrap(http.GET('/organization', toRequestInit(options))),
    /** Given fields are replaced; `null` removes a field. */
    update: (body: ChangeOrganization, options?: Pick<RequestOptions, 'signal'>) =>
      unwrap(http.PATCH('/organization', { body, ...toRequestInit(options) })),
  };
}

/** The audit log. */
export function createAuditLog({ http, unwrap }: Transport) {
  const list = async (query: AuditLogQuery = {}, options?: RequestOptions) =>
    (await unwrap(http.GET('/audit-log', { params: { query }, ...toRequestInit(options) }))).AuditLogEntries;
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
