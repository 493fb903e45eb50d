import type { JobState } from '../job/state';

/** The only event there is today. */
export const webhookEvents = ['job_state_updated'] as const;
export type WebhookEventType = (typeof webhookEvents)[number];

/** One fact about a job, numbered by the move that made it. */
export interface JobStateEvent {
  orgId: string;
  campaignId: string;
  jobId: string;
  /** The number of the move, from 1. */
  sequence: number;
  state: JobState;
  /** Strictly increasing per job. */
  eventTimeMs: number;
  testJob: boolean;
}

/** The body of every webhook request: these fields and no others. */
export interface WebhookPayload {
  WebhookID: string;
  EventTimeMS: number;
  OrgID: string;
  CampaignID: string;
  JobID: string;
  Event: WebhookEventType;
  Data: { State: JobState };
  TestJob: boolean;
}

export const toWebhookPayload = (webhookId: string, event: JobStateEvent): WebhookPayload => ({
  WebhookID: webhookId,
  EventTimeMS: event.eventTimeMs,
  OrgID: event.orgId,
  CampaignID: event.campaignId,
  JobID: event.jobId,
  Event: 'job_state_updated',
  Data: { State: event.state },
  TestJob: event.testJob,
});

/** Names the event for its receiver: the same on every retry and redelivery, and without a "." (Standard Webhooks signs "id.timestamp.body"). */
export const webhookMessageIdOf = (event: { jobId: string; sequence: number }): string =>
  `evt_${event.jobId}_${event.sequence}`;

/** The next event time of a job: now, but always after the one before. */
export const nextEventTimeMs = (nowMs: number, lastMs: number): number => Math.max(nowMs, lastMs + 1);
