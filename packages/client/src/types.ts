import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Bodies of requests. */
export type CreateJob = Schemas['CreateJobBody'];
export type UpdateJob = Schemas['UpdateJobBody'];
export type CreateCampaign = Schemas['CreateCampaignBody'];
export type ChangeCampaign = Schemas['ChangeCampaignBody'];
export type ChangeOrganization = Schemas['ChangeOrganizationBody'];
export type RegisterWebhook = Schemas['RegisterWebhookBody'];
export type ChangeWebhook = Schemas['ChangeWebhookBody'];
export type CreateApiKey = Schemas['CreateApiKeyBody'];

/** What the API answers. */
export type Job = Schemas['Job'];
export type JobState = Schemas['JobAnswer']['State'];
export type JobListItem = Schemas['JobsListItem'];
export type JobsPage = Schemas['JobsList'];
/** A line of an export. */
export type ExportedJob = Schemas['ExportedJob'];
export type JobEvent = Schemas['JobEvent'];
export type Call = Schemas['Call'];
export type ScheduleExplanation = Schemas['ScheduleExplanation'];
export type Campaign = Schemas['Campaign'];
export type CampaignStats = Schemas['CampaignStats'];
export type Organization = Schemas['Organization'];
export type Import = Schemas['Import'];
export type ImportSummary = Schemas['ImportSummary'];
export type ImportError = Schemas['ImportError'];
export type ImportErrorsPage = Schemas['ImportErrors'];
export type ImportDryRun = Schemas['DryRun'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type ApiKey = Schemas['ApiKey'];
export type Scope = Schemas['CreateApiKeyBody']['Scopes'][number];
export type AuditLogEntry = Schemas['AuditLogEntry'];
/** What a webhook brings. */
export type WebhookEvent = Schemas['JobStateUpdatedEvent'];
/** The body of every refusal (RFC 9457). */
export type Problem = Schemas['Problem'];
export type ProblemCode = Problem['code'];
export type FieldProblem = Schemas['FieldProblem'];

type ListedJobs = QueryOf<'listJobs'>;
type Converted = 'state' | 'created_after' | 'created_before';

/** What a list of jobs, or an export, can be asked for. Filters combine: a job must meet all of them. */
export interface JobsQuery extends Omit<ListedJobs, Converted | 'fields'> {
  /** Jobs in this state, or in one of these. */
  state?: JobState | readonly JobState[];
  /** Jobs created at that instant or later: a date, RFC 3339, or unix milliseconds as text. */
  created_after?: Date | string;
  /** Jobs created before that instant. */
  created_before?: Date | string;
}
/** What an export can be asked for. `limit` cuts it off; without it all jobs are in it. */
export interface JobsExportQuery<Fields extends ExportFields = ExportFields> extends JobsQuery {
  /** `import`: only what a bulk import takes, so that the file can be uploaded again. */
  fields?: Fields;
}
export type ExportFields = NonNullable<ListedJobs['fields']>;
export type ExportFormat = 'ndjson' | 'csv';

/** What the other lists and explanations can be asked for. */
export type ScheduleQuery = QueryOf<'getSchedule'>;
export type DeliveriesQuery = QueryOf<'listWebhookDeliveries'>;
export type RedeliverQuery = operations['redeliverWebhookDeliveries']['parameters']['query'];
export type AuditLogQuery = QueryOf<'listAuditLog'>;

/** Where a call is. */
export interface CallPath {
  campaignID: string;
  jobID: string;
  callID: string;
}
