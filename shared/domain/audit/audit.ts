/** Audited actions of people and of the service. Names are stable, because they are stored. */
export const auditActions = [
  'job.created',
  'job.updated',
  'job.rescheduled',
  'job.canceled',
  'job.analysis_requested',
  'job.corrected',
  'job.deletion_requested',
  'job.erased',
  'jobs.exported',
  'import.created',
  'import.canceled',
  'bulk_action.created',
  'bulk_action.canceled',
  'call.stopped',
  'call.listened',
  'recording.downloaded',
  'campaign.created',
  'campaign.changed',
  'circuit_breaker.opened',
  'circuit_breaker.closed',
  'circuit_breaker.reset',
  'suppression.added',
  'suppression.removed',
  'suppressions.uploaded',
  'organization.changed',
  'organization.policy_changed',
  'api_key.created',
  'api_key.revoked',
  'api_key.refused',
  'session.created',
  'session.ended',
  'sign_in_ticket.created',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The actor: the holder of an API key, or the service itself, for example when a retention period ends. */
export type AuditActor = { Kind: 'api_key'; KeyID: string } | { Kind: 'service'; Name: string };

/** The subject of an action. */
export interface AuditTarget {
  CampaignID?: string | undefined;
  JobID?: string | undefined;
  CallID?: string | undefined;
  ImportID?: string | undefined;
  BulkActionID?: string | undefined;
  SuppressionID?: string | undefined;
  WebhookID?: string | undefined;
  DeliveryID?: string | undefined;
  KeyID?: string | undefined;
}

/**
 * One entry of the audit log. It holds ids, names of fields and codes, never personal data. It is written before its
 * action happens.
 */
export interface AuditEntry extends AuditTarget {
  ID: string;
  OrgID: string;
  Action: AuditAction;
  Actor: AuditActor;
  CreatedMS: number;
  /** The id of the request: ours begins with `req_`, any other was chosen by the client. */
  RequestID?: string | undefined;
  Details?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

/**
 * The entries of an erasure that the end of a retention period requests, and of a completed erasure: one of each per
 * job.
 */
export const retentionAuditId = (jobId: string): string => jobId.replace(/^job_/, 'audit_retention_');
export const erasedAuditId = (jobId: string): string => jobId.replace(/^job_/, 'audit_erased_');

/** The entry of the suppression that follows a call in which the contact refused. */
export const optOutAuditId = (callId: string): string => callId.replace(/^call_/, 'audit_opt_out_');

/** The entry of a transition of a campaign's circuit breaker: one, whichever workers found it. */
export const breakerAuditId = (campaignId: string, revision: number): string =>
  `audit_breaker_${campaignId.replace(/^campaign_/, '')}_${revision}`;

/** The entry of an import. Its jobs refer to it as the entry of their creation. */
export const importAuditId = (importId: string): string => importId.replace(/^import_/, 'audit_');
