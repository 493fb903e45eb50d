import { createHash } from 'node:crypto';
import type { AuditAction, AuditEntry, AuditTarget } from '../../../shared/domain/audit/audit';
import type { CallSummary, RecordingFile } from '../../../shared/domain/call/call-record';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest } from '../http/route';

type AuditedRequest = Pick<ApiRequest, 'orgId' | 'keyId' | 'requestId' | 'newId'>;
/** An action and its target. */
export type AuditedAction = AuditTarget & {
  Action: AuditAction;
  Details?: AuditEntry['Details'];
  /** The job that the action creates; it is stored with the entry's id. */
  CreatesJobID?: string;
};

/**
 * Writes an action to the audit log before it is performed, so that no action goes unrecorded. An existing job is
 * linked to the entry.
 * @returns the entry's id
 */
export async function audit(
  { orgId, keyId, requestId, newId }: AuditedRequest,
  { CreatesJobID, ...action }: AuditedAction,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<string> {
  const entry = { ID: newId('audit'), OrgID: orgId, Actor: { Kind: 'api_key', KeyID: keyId } as const, ...action };
  const createdJob = CreatesJobID === undefined ? {} : { JobID: CreatesJobID };
  await store.auditLog.record({ ...entry, ...createdJob, RequestID: requestId, CreatedMS: nowMs() });
  if (action.JobID !== undefined) await store.auditLog.link(action.JobID, entry.ID);
  return entry.ID;
}

const hourMs = 3_600_000;

/** Audits a recording download, once an hour per key and file: players request a file in many parts. */
export async function auditRecording(
  request: AuditedRequest,
  { call, file }: { call: CallSummary; file: RecordingFile },
  deps: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<void> {
  const parts = [request.keyId, call.ID, file, Math.floor(deps.nowMs() / hourMs)];
  const ID = `audit_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`;
  const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
  const action = { Action: 'recording.downloaded', ...target, Details: { File: file } } as const;
  await audit({ ...request, newId: () => ID }, action, deps);
}
