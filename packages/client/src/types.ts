import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Bodies of requests. */
export type CreateJob = Schemas['CreateJobBody'];
export type UpdateJob = Schemas['UpdateJobBody'];
export type CorrectJob = Schemas['CorrectJobBody'];
export type CreateCampaign = Schemas['CreateCampaignBody'];
export type DuplicateCampaign = Schemas['DuplicateCampaignBody'];
export type ChangeCampaign = Schemas['ChangeCampaignBody'];
export type ChangeOrganization = Schemas['ChangeOrganizationBody'];
export type RegisterWebhook = Schemas['RegisterWebhookBody'];
export type ChangeWebhook = Schemas['ChangeWebhookBody'];
export type AddSuppression = Schemas['AddSuppressionBody'];
export type CreateBulkAction = Schemas['CreateBulkActionBody'];
export type CreateApiKey = Schemas['CreateApiKeyBody'];

/** Bodies of responses. */
export type Job = Schemas['Job'];
export type JobState = Schemas['JobAnswer']['State'];
export type JobListItem = Schemas['JobsListItem'];
export type JobsPage = Schemas['JobsList'];
/** A line of an export. */
export type ExportedJob = Schemas['ExportedJob'];
export type JobEvent = Schemas['JobEvent'];
/** What a stream of events sends. */
export type Event = Schemas['Event'];
export type EventKind = Event['Event'];
export type EventsQuery = QueryOf<'streamEvents'>;
export type Call = Schemas['Call'];
export type CallAnalysis = Schemas['CallAnalysis'];
export type JobCorrections = Schemas['JobCorrections'];
export type ScheduleExplanation = Schemas['ScheduleExplanation'];
export type Campaign = Schemas['Campaign'];
export type CampaignVersionItem = Schemas['CampaignVersionItem'];
export type CampaignVersion = Schemas['CampaignVersion'];
export type CampaignChanges = Schemas['CampaignChanges'];
export type CampaignStats = Schemas['CampaignStats'];
export type Organization = Schemas['Organization'];
export type Import = Schemas['Import'];
export type ImportSummary = Schemas['ImportSummary'];
export type ImportError = Schemas['ImportError'];
export type ImportErrorsPage = Schemas['ImportErrors'];
export type ImportDryRun = Schemas['DryRun'];
export type NormalizedNumber = Schemas['NormalizedNumber'];
export type DuplicateAction = Import['OnDuplicate'];
export type BulkAction = Schemas['BulkAction'];
export type BulkDryRun = Schemas['BulkDryRun'];
/** Selects the jobs of a bulk action; each action accepts only states in which it can change a job. */
export type BulkFilter = BulkAction['Filter'];
export type Suppression = Schemas['Suppression'];
export type SuppressionReason = Suppression['Reason'];
export type SuppressionsPage = Schemas['SuppressionList'];
export type SuppressionUpload = Schemas['SuppressionUpload'];
export type NumberRecord = Schemas['NumberRecord'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type ApiKey = Schemas['ApiKey'];
export type Me = Schemas['Me'];
export type RunningCall = Schemas['RunningCall'];
export type Worker = Schemas['Worker'];
export type Trunk = Schemas['Trunk'];
export type OverdueItem = Schemas['OverdueItem'];
export type Failures = Schemas['Failures'];
export type FailureGroup = Schemas['FailureGroup'];
export type SignInTicket = Schemas['SignInTicket'];
export type Scope = Schemas['CreateApiKeyBody']['Scopes'][number];
export type AuditLogEntry = Schemas['AuditLogEntry'];
/** The body of a webhook request. */
export type WebhookEvent = Schemas['JobStateUpdatedEvent'];
/** Also what a webhook gets that asks for other kinds. */
export type AnyWebhookEvent = WebhookEvent | Schemas['OtherEvent'];
/** The body of every error response (RFC 9457). */
export type Problem = Schemas['Problem'];
export type ProblemCode = Problem['code'];
export type FieldProblem = Schemas['FieldProblem'];

type ListedJobs = QueryOf<'listJobs'>;
type Converted = 'state' | 'created_after' | 'created_before';

/** Query of a list of jobs or an export. Filters combine: a job must match all of them. */
export interface JobsQuery extends Omit<ListedJobs, Converted | 'fields'> {
  /** Jobs in this state, or in one of these. */
  state?: JobState | readonly JobState[];
  /** Jobs created at that instant or later: a date, RFC 3339, or unix milliseconds as text. */
  created_after?: Date | string;
  /** Jobs created before that instant. */
  created_before?: Date | string;
}
/** Query of an export. `limit` truncates it; without it the export holds all jobs. */
export interface JobsExportQuery<Fields extends ExportFields = ExportFields> extends JobsQuery {
  /** `import`: only the fields that a bulk import accepts, so that the file can be uploaded again. */
  fields?: Fields;
}
export type ExportFields = NonNullable<ListedJobs['fields']>;
export type ExportFormat = 'ndjson' | 'csv';

/** What the statistics of a campaign are asked for. */
export interface StatsQuery extends Pick<QueryOf<'getCampaignStats'>, 'version' | 'bucket' | 'by'> {
  /** Start of the interval. */
  from?: Date;
  /** Its end, which it excludes; now if absent. */
  to?: Date;
  /** Where days, weeks and hours begin; `UTC` if absent. */
  timeZone?: string;
}

/** Queries of the other operations. */
export type ScheduleQuery = QueryOf<'getSchedule'>;
export type RunningCallsQuery = QueryOf<'listCalls'>;
export type DeliveriesQuery = QueryOf<'listWebhookDeliveries'>;
export type RedeliverQuery = operations['redeliverWebhookDeliveries']['parameters']['query'];
/** Query of a list of suppressions; a campaign is given as `campaignID`. */
export type SuppressionsQuery = Omit<QueryOf<'listSuppressions'>, 'campaign'>;
export type AuditLogQuery = QueryOf<'listAuditLog'>;

/** The path of a call. */
export interface CallPath {
  campaignID: string;
  jobID: string;
  callID: string;
}
