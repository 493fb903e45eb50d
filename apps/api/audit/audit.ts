import { createHash } from 'node:crypto';
import type { RecordingFile } from '../../../shared/domain/audio/recording';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { AuditAction, AuditEntry, AuditTarget } from '../../../shared/domain/audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest } from '../http/route';

type AuditedRequest = Pick<ApiRequest, 'orgId' | 'keyId' | 'requestId' | 'newId'>;
/** What is about to be done, and to what. */
export type AuditedAction = AuditTarget & {
  Action: AuditAction;
  Details?: AuditEntry['Details'];
  /** A job that this makes: it is stored with the entry's id. */
  CreatesJobID?: string;
};

/**
 * Writes into the audit log what a request is about to do, before it is done: nothing happens without a trace. A job that stands already
 * names the entry. @returns the entry's id
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

/** Writes that a key's holder gets a recording: once an hour for each file, as players ask for it in many parts. */
export async function auditRecording(
  request: AuditedRequest,
  { call, file }: { call: CallRecord; file: RecordingFile },
  deps: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<void> {
  const parts = [request.keyId, call.ID, file, Math.floor(deps.nowMs() / hourMs)];
  const ID = `audit_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`;
  const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
  const action = { Action: 'recording.downloaded', ...target, Details: { File: file } } as const;
  await audit({ ...request, newId: () => ID }, action, deps);
}
