/** What people and the service do that somebody may have to answer for. Names are stable: they are stored. */
export const auditActions = [
  'job.created',
  'job.updated',
  'job.rescheduled',
  'job.canceled',
  'job.deletion_requested',
  'job.erased',
  'jobs.exported',
  'import.created',
  'import.canceled',
  'call.stopped',
  'call.listened',
  'recording.downloaded',
  'campaign.created',
  'campaign.changed',
  'organization.changed',
  'api_key.created',
  'api_key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did it: the holder of an API key, or the service by itself (a retention that ended). */
export type AuditActor = { Kind: 'api_key'; KeyID: string } | { Kind: 'service'; Name: string };

/** What it was done to. */
export interface AuditTarget {
  CampaignID?: string | undefined;
  JobID?: string | undefined;
  CallID?: string | undefined;
  ImportID?: string | undefined;
  WebhookID?: string | undefined;
  KeyID?: string | undefined;
}

/** One line of the audit log. It holds ids, names of fields and codes, never personal data. It is written before what it tells of is done. */
export interface AuditEntry extends AuditTarget {
  ID: string;
  OrgID: string;
  Action: AuditAction;
  Actor: AuditActor;
  CreatedMS: number;
  RequestID?: string | undefined;
  Details?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

/** The entry of an erasure that a retention asked for, and the one of an erasure that is done: one of each for a job. */
export const retentionAuditId = (jobId: string): string => jobId.replace(/^job_/, 'audit_retention_');
export const erasedAuditId = (jobId: string): string => jobId.replace(/^job_/, 'audit_erased_');

/** The entry of an import; its jobs name it as the one of their creation. */
export const importAuditId = (importId: string): string => importId.replace(/^import_/, 'audit_');
