import type { JobState } from '../job/state';

/** The only event type so far. */
export const webhookEvents = ['job_state_updated'] as const;
export type WebhookEventType = (typeof webhookEvents)[number];

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

/**
 * The event's id for receivers. It is the same for every retry and redelivery, and has no "." (Standard Webhooks signs
 * "id.timestamp.body").
 */
export const webhookMessageIdOf = (event: { jobId: string; sequence: number }): string =>
  `evt_${event.jobId}_${event.sequence}`;

/** The next event time of a job: now, but always later than the previous one. */
export const nextEventTimeMs = (nowMs: number, lastMs: number): number => Math.max(nowMs, lastMs + 1);
