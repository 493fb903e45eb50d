import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import type { Webhook, WebhookSecrets } from '../../../shared/adapters/mongo/webhooks.repository';
import type { WebhookBody, WebhookDeliveryBody } from '../../../shared/contracts/webhook-response.schema';
import { webhookMessageId, webhookPayload } from '../../../shared/domain/webhook/event';

const shownEnd = 4;
const longEnoughToShowAnEnd = 16;

/** Enough to tell one value from another, never enough to use it. */
const masked = (value: string): string =>
  value.length < longEnoughToShowAnEnd ? '***' : `***${value.slice(-shownEnd)}`;

const iso = (ms: number): string => new Date(ms).toISOString();

/** A webhook as it is shown: the secret never, the headers' values masked. */
export function webhookRecord(webhook: Webhook & Pick<WebhookSecrets, 'headers'>): WebhookBody {
  const { DestinationURL, Description, Events, CampaignIDs, Enabled, DisabledReason } = webhook;
  const names = Object.entries(webhook.headers);
  return {
    OrgID: webhook.OrgID,
    ID: webhook.ID,
    Data: {
      DestinationURL,
      Description,
      Events,
      CampaignIDs,
      ...(names.length === 0
        ? {}
        : { Headers: Object.fromEntries(names.map(([name, value]) => [name, masked(value)])) }),
      Enabled,
      DisabledReason,
      DisableOnGone: webhook.DisableOnGone,
      DisableAfterFailures: webhook.DisableAfterFailures,
      ...(webhook.FailingSinceMS === undefined ? {} : { FailingSince: iso(webhook.FailingSinceMS) }),
    },
    CreatedAt: iso(webhook.CreatedMS),
  };
}

/** A delivery with its attempts: what was sent, when, and what came back. */
export function deliveryRecord(delivery: Delivery): WebhookDeliveryBody {
  const { Event, EventTimeMS, CampaignID, Data, TestJob } = webhookPayload(delivery.WebhookID, delivery.Event);
  return {
    ID: delivery.ID,
    WebhookID: delivery.WebhookID,
    JobID: delivery.Event.jobId,
    CampaignID,
    Event,
    Data,
    EventTimeMS,
    TestJob,
    MessageID: webhookMessageId(delivery.Event),
    State: delivery.State,
    Attempts: delivery.Attempts,
    NextAttemptMS: delivery.NextAttemptMS,
    CreatedAt: iso(delivery.CreatedMS),
  };
}
