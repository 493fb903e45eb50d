import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Bodies of requests. */
export type CreateJob = Schemas['CreateJobBody'];
export type UpdateJob = Schemas['UpdateJobBody'];
export type CreateCampaign = Schemas['CreateCampaignBody'];
export type ChangeCampaign = Schemas['ChangeCampaignBody'];
export type RegisterWebhook = Schemas['RegisterWebhookBody'];
export type ChangeWebhook = Schemas['ChangeWebhookBody'];
export type CreateApiKey = Schemas['CreateApiKeyBody'];

/** What the API answers. */
export type Job = Schemas['Job'];
export type JobState = Schemas['JobAnswer']['State'];
export type JobListItem = Schemas['JobsListItem'];
export type JobsPage = Schemas['JobsList'];
export type JobEvent = Schemas['JobEvent'];
export type Call = Schemas['Call'];
export type ScheduleExplanation = Schemas['ScheduleExplanation'];
export type Campaign = Schemas['Campaign'];
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

/** What lists and explanations can be asked for. */
export type JobsQuery = QueryOf<'listJobs'>;
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
