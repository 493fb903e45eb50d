import type { AuditLogEntryBody, ListAuditLogQuery } from '../../../shared/contracts/audit.schema';
import { maxPageSize } from '../../../shared/contracts/parameters';
import type { AuditEntry } from '../../../shared/domain/audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidQuery } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

/** An entry as the API shows it. */
const toAuditRecord = ({ OrgID, ID, CreatedMS, ...Data }: AuditEntry): AuditLogEntryBody => ({
  OrgID,
  ID,
  Data,
  CreatedAt: toRfc3339(CreatedMS),
});

/** Lists audited actions, newest first. */
export async function listAuditLog(
  request: ApiRequest<never, unknown, ListAuditLogQuery>,
  { store }: ApiDeps,
): Promise<Reply> {
  const { orgId, query } = request;
  const { action, key: keyId, campaign: campaignId, job: jobId, since: sinceMs, until: untilMs } = query;
  const after = query.after === undefined ? undefined : await store.auditLog.find(orgId, query.after);
  if (query.after !== undefined && after === undefined) {
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of an entry of this log.' }]);
  }
  const filter = { orgId, action, keyId, campaignId, jobId, sinceMs, untilMs, after };
  const entries = await store.auditLog.list(filter, query.limit ?? maxPageSize);
  return { status: 200, body: { AuditLogEntries: entries.map(toAuditRecord) } };
}
