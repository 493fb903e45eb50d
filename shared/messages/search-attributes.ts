import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** Attributes to filter by in Temporal's UI. They are never encrypted, so they hold ids, states and instants only. */
export const searchAttributes = {
  OrgId: defineSearchAttributeKey('OrgId', SearchAttributeType.KEYWORD),
  CampaignId: defineSearchAttributeKey('CampaignId', SearchAttributeType.KEYWORD),
  JobState: defineSearchAttributeKey('JobState', SearchAttributeType.KEYWORD),
  NextCallAt: defineSearchAttributeKey('NextCallAt', SearchAttributeType.DATETIME),
  ImportId: defineSearchAttributeKey('ImportId', SearchAttributeType.KEYWORD),
  WebhookId: defineSearchAttributeKey('WebhookId', SearchAttributeType.KEYWORD),
  /** Of a delivery whose receiver has refused an attempt: `failing`, and in the end how it ended. Absent before. */
  DeliveryState: defineSearchAttributeKey('DeliveryState', SearchAttributeType.KEYWORD),
} as const;
