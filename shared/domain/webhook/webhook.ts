import type { JobStateEvent, WebhookEventType } from './event';

/** Why a webhook was switched off by the service. */
export const disabledReasons = ['receiver_gone', 'failing_too_long'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A registered receiver, without its secrets. */
export interface Webhook {
  ID: string;
  OrgID: string;
  DestinationURL: string;
  CreatedMS: number;
  Description?: string | undefined;
  /** Absent means every event. */
  Events?: WebhookEventType[] | undefined;
  /** Absent means every campaign. */
  CampaignIDs?: string[] | undefined;
  /** A disabled one is sent nothing. */
  Enabled: boolean;
  DisabledReason?: DisabledReason | undefined;
  /** Switch off when the receiver answers 410. */
  DisableOnGone?: boolean | undefined;
  /** Switch off after five days of nothing but failures. */
  DisableAfterFailures?: boolean | undefined;
  /** The first failure since the last success. */
  FailingSinceMS?: number | undefined;
}

/** True for a receiver that was registered by the time of the event, and wants it. */
export const isSubscribed = (webhook: Webhook, event: JobStateEvent): boolean =>
  webhook.Enabled &&
  webhook.CreatedMS <= event.eventTimeMs &&
  (webhook.Events?.includes('job_state_updated') ?? true) &&
  (webhook.CampaignIDs?.includes(event.campaignId) ?? true);

const failingTooLongMs = 5 * 86_400_000;

/** Whether a failed attempt is the one after which a receiver is given up, for those who asked for that. */
export function disableReasonFor(
  webhook: Webhook,
  failure: { status?: number | undefined; atMs: number },
): DisabledReason | undefined {
  if (webhook.DisableOnGone && failure.status === 410) return 'receiver_gone';
  const sinceMs = webhook.FailingSinceMS ?? failure.atMs;
  return webhook.DisableAfterFailures && failure.atMs - sinceMs >= failingTooLongMs ? 'failing_too_long' : undefined;
}

/** How long the secret before stays good after a rotation. */
export const secretOverlapMs = 24 * 3_600_000;
/** Secrets that a request is signed with at most. */
export const maxSecrets = 5;
