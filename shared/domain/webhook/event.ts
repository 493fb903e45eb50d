import type { JobState } from '../job/state';

/** The kinds of events. Webhooks get the first one by default, and the others only if they ask for them. */
export const webhookEvents = [
  'job_state_updated',
  'call_started',
  'call_answered',
  'call_ended',
  'analysis_ready',
  'contact_opted_out',
  'import_finished',
  'campaign_paused',
  'campaign_resumed',
  'campaign_stopped',
] as const;
export type WebhookEventType = (typeof webhookEvents)[number];
export type OtherEventType = Exclude<WebhookEventType, 'job_state_updated'>;

/** A change of a job's state, numbered by its transition. */
export interface JobStateEvent {
  orgId: string;
  campaignId: string;
  jobId: string;
  /** The number of the transition, from 1. */
  sequence: number;
  state: JobState;
  /** Strictly increasing per job. */
  eventTimeMs: number;
  testJob: boolean;
}

/** An event of another kind. What it says is durable elsewhere, and its id derives from that. */
export interface OtherEvent {
  kind: OtherEventType;
  orgId: string;
  campaignId: string;
  /** Absent for the events of imports and of campaigns. */
  jobId?: string | undefined;
  /** What it is about: the id of a call, an import or a campaign. */
  subject: string;
  /** Distinguishes the events of a subject. */
  sequence: number;
  /** When it happened, in unix milliseconds, by the clock of the process that saw it. */
  eventTimeMs: number;
  testJob: boolean;
  /** Ids, codes and counts; never personal data. */
  data: Record<string, unknown>;
}
/** What webhooks and event streams get. */
export type OutboundEvent = JobStateEvent | OtherEvent;

export const kindOf = (event: OutboundEvent): WebhookEventType => ('kind' in event ? event.kind : 'job_state_updated');

/** What identifies the deliveries of an event, beside its sequence number: its job, or what an event of another kind is about. */
export const subjectOf = (event: OutboundEvent): string => ('kind' in event ? event.subject : event.jobId);

/** The body of the webhook requests of `job_state_updated`: these fields and no others. */
export interface WebhookPayload {
  WebhookID: string;
  EventTimeMS: number;
  OrgID: string;
  CampaignID: string;
  JobID: string;
  Event: 'job_state_updated';
  Data: { State: JobState };
  TestJob: boolean;
}

/** The body of the webhook requests of the other kinds. */
export type OtherPayload = Omit<WebhookPayload, 'Event' | 'Data' | 'JobID'> & {
  Event: OtherEventType;
  /** Absent for the events of imports and of campaigns. */
  JobID?: string | undefined;
  Data: Record<string, unknown>;
};

const toStatePayload = (webhookId: string, event: JobStateEvent): WebhookPayload => ({
  WebhookID: webhookId,
  EventTimeMS: event.eventTimeMs,
  OrgID: event.orgId,
  CampaignID: event.campaignId,
  JobID: event.jobId,
  Event: 'job_state_updated',
  Data: { State: event.state },
  TestJob: event.testJob,
});

/** An event of any kind, as it happened. */
interface EventFields<Kind extends string> {
  kind: Kind;
  orgId: string;
  campaignId: string;
  jobId?: string | undefined;
  eventTimeMs: number;
  testJob: boolean;
  data: Record<string, unknown>;
}

/** What receivers and streams get of an event, beside its id. */
export const toEventFields = <Kind extends string>(event: EventFields<Kind>) => ({
  EventTimeMS: event.eventTimeMs,
  OrgID: event.orgId,
  CampaignID: event.campaignId,
  ...(event.jobId === undefined ? {} : { JobID: event.jobId }),
  Event: event.kind,
  Data: event.data,
  TestJob: event.testJob,
});

/** The body of a webhook request. */
export const toWebhookPayload = (webhookId: string, event: OutboundEvent): WebhookPayload | OtherPayload =>
  'kind' in event ? { WebhookID: webhookId, ...toEventFields(event) } : toStatePayload(webhookId, event);

/**
 * The event's id for receivers. It is the same for every retry and redelivery, and has no "." (Standard Webhooks signs
 * "id.timestamp.body").
 */
export const webhookMessageIdOf = (event: OutboundEvent | { jobId: string; sequence: number }): string =>
  `evt_${'subject' in event ? event.subject : event.jobId}_${event.sequence}`;

/** The sequence numbers of the events of a call, which has each of them at most once. */
const callSequences = { call_started: 1, call_answered: 2, call_ended: 3, analysis_ready: 4, contact_opted_out: 5 };
export type CallEventType = keyof typeof callSequences;

interface EventOfCall {
  ID: string;
  JobID: string;
  OrgID: string;
  CampaignID: string;
  Attempt: number;
  TestJob?: true | undefined;
}

/** An event of a call. @param data beside the call's id and the number of the attempt */
export const eventOfCall = (
  { ID, JobID, OrgID, CampaignID, Attempt, TestJob }: EventOfCall,
  kind: CallEventType,
  eventTimeMs: number,
  data: Record<string, unknown> = {},
): OtherEvent => ({
  kind,
  orgId: OrgID,
  campaignId: CampaignID,
  jobId: JobID,
  subject: ID,
  sequence: callSequences[kind],
  eventTimeMs,
  testJob: TestJob === true,
  data: { CallID: ID, Attempt, ...data },
});

/** The analysis of a call was replaced, as a request asked. Requests follow one another, so their instants distinguish them. */
export const eventOfReplacedAnalysis = (
  call: EventOfCall,
  { requestedMs, eventTimeMs }: { requestedMs: number; eventTimeMs: number },
): OtherEvent => ({ ...eventOfCall(call, 'analysis_ready', eventTimeMs), sequence: requestedMs });

interface EventOfImport {
  ID: string;
  OrgID: string;
  CampaignID: string;
  State: string;
  Rows: number;
  RowsInvalid: number;
  RowsSuppressed?: number | undefined;
  RowsSkipped?: number | undefined;
}

/** The end of an import: completed, canceled or failed. */
export const eventOfImport = (ended: EventOfImport, eventTimeMs: number): OtherEvent => ({
  kind: 'import_finished',
  orgId: ended.OrgID,
  campaignId: ended.CampaignID,
  subject: ended.ID,
  sequence: 1,
  eventTimeMs,
  testJob: false,
  data: {
    ImportID: ended.ID,
    State: ended.State,
    Rows: ended.Rows,
    RowsInvalid: ended.RowsInvalid,
    RowsSuppressed: ended.RowsSuppressed ?? 0,
    RowsSkipped: ended.RowsSkipped ?? 0,
  },
});

/** A change of a campaign's state that events report. */
export interface CampaignAnnouncement {
  Kind: 'campaign_paused' | 'campaign_resumed' | 'campaign_stopped';
  AtMS: number;
}
const announcedStates = {
  campaign_paused: 'paused',
  campaign_resumed: 'running',
  campaign_stopped: 'stopped',
} as const;

/** A change of a campaign's state. Changes follow one another, so their instants distinguish them. */
export const eventOfCampaign = (
  { ID, OrgID }: { ID: string; OrgID: string },
  { Kind, AtMS }: CampaignAnnouncement,
): OtherEvent => ({
  kind: Kind,
  orgId: OrgID,
  campaignId: ID,
  subject: ID,
  sequence: AtMS,
  eventTimeMs: AtMS,
  testJob: false,
  data: { State: announcedStates[Kind] },
});

/** The next event time of a job: now, but always later than the previous one. */
export const nextEventTimeMs = (nowMs: number, lastMs: number): number => Math.max(nowMs, lastMs + 1);
