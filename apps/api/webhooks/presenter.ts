import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import type { Webhook, WebhookSecrets } from '../../../shared/adapters/mongo/webhooks.repository';
import type { WebhookBody, WebhookDeliveryBody } from '../../../shared/contracts/webhook-response.schema';
import { readsPersonalData, type Scope } from '../../../shared/domain/access/scope';
import { maskSecret } from '../../../shared/domain/mask';
import { webhookMessageIdOf, toWebhookPayload } from '../../../shared/domain/webhook/event';
import { toRfc3339 } from '../http/rfc3339';

/** A webhook as the API shows it: without its secret, with masked header values. */
export function toWebhookRecord(webhook: Webhook & Pick<WebhookSecrets, 'headers'>): WebhookBody {
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
        : { Headers: Object.fromEntries(names.map(([name, value]) => [name, maskSecret(value)])) }),
      Enabled,
      DisabledReason,
      DisableOnGone: webhook.DisableOnGone,
      DisableAfterFailures: webhook.DisableAfterFailures,
      ...(webhook.FailingSinceMS === undefined ? {} : { FailingSince: toRfc3339(webhook.FailingSinceMS) }),
    },
    CreatedAt: toRfc3339(webhook.CreatedMS),
  };
}

/**
 * A delivery with its attempts: what was sent, when, and the responses.
 * @param scopes of the key: bodies of responses may repeat personal data
 */
export function deliveryRecord(delivery: Delivery, scopes: readonly Scope[]): WebhookDeliveryBody {
  const { Event, EventTimeMS, CampaignID, JobID, Data, TestJob } = toWebhookPayload(delivery.WebhookID, delivery.Event);
  return {
    ID: delivery.ID,
    WebhookID: delivery.WebhookID,
    ...(JobID === undefined ? {} : { JobID }),
    CampaignID,
    Event,
    Data,
    EventTimeMS,
    TestJob,
    MessageID: webhookMessageIdOf(delivery.Event),
    State: delivery.State,
    Attempts: readsPersonalData(scopes)
      ? delivery.Attempts
      : delivery.Attempts.map(({ ResponseBody: _body, ...attempt }) => attempt),
    NextAttemptMS: delivery.NextAttemptMS,
    CreatedAt: toRfc3339(delivery.CreatedMS),
  };
}
