import { kindOf, type OutboundEvent, type WebhookEventType } from './event';

/** Why the service disabled a webhook. */
export const disabledReasons = ['receiver_gone', 'failing_too_long'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A webhook without its secrets. */
export interface Webhook {
  ID: string;
  OrgID: string;
  DestinationURL: string;
  CreatedMS: number;
  Description?: string | undefined;
  /** Absent means `job_state_updated` alone. */
  Events?: WebhookEventType[] | undefined;
  /** Absent means every campaign. */
  CampaignIDs?: string[] | undefined;
  /** A disabled webhook gets no events. */
  Enabled: boolean;
  DisabledReason?: DisabledReason | undefined;
  /** Disable the webhook if its receiver responds with 410. */
  DisableOnGone?: boolean | undefined;
  /** Disable the webhook after five days without a success. */
  DisableAfterFailures?: boolean | undefined;
  /** The first failure since the last success. */
  FailingSinceMS?: number | undefined;
}

/** What a webhook gets that does not ask for more. */
const defaultEvents: readonly WebhookEventType[] = ['job_state_updated'];

/** True if the webhook was registered by the time of the event, and selects it. */
export const isSubscribed = (webhook: Webhook, event: OutboundEvent): boolean =>
  webhook.Enabled &&
  webhook.CreatedMS <= event.eventTimeMs &&
  (webhook.Events ?? defaultEvents).includes(kindOf(event)) &&
  (webhook.CampaignIDs?.includes(event.campaignId) ?? true);

/**
 * Whether a webhook's static headers may be sent to another URL of it: they are the credentials of one origin (scheme,
 * host and port).
 */
export const keepsHeaders = (webhook: Pick<Webhook, 'DestinationURL'>, url: string): boolean =>
  new URL(webhook.DestinationURL).origin === new URL(url).origin;

const failingTooLongMs = 5 * 86_400_000;

/** Why a failed attempt disables the webhook, if its settings request that. */
export function disableReasonFor(
  webhook: Webhook,
  failure: { status?: number | undefined; atMs: number },
): DisabledReason | undefined {
  if (webhook.DisableOnGone && failure.status === 410) return 'receiver_gone';
  const sinceMs = webhook.FailingSinceMS ?? failure.atMs;
  return webhook.DisableAfterFailures && failure.atMs - sinceMs >= failingTooLongMs ? 'failing_too_long' : undefined;
}

/** How long the previous secret stays valid after a rotation. */
export const secretOverlapMs = 24 * 3_600_000;
/** Maximum number of secrets that sign a request. */
export const maxSecrets = 5;
