import type { Db } from 'mongodb';

const plans: readonly [collection: string, keys: Record<string, 1 | -1>, options?: { unique: boolean }][] = [
  // Equality, then sort, then range: one index for each list.
  ['jobs', { OrgID: 1, CampaignID: 1, _id: 1 }],
  // By states and test jobs, in id order; also covers the counts of a campaign.
  ['jobs', { OrgID: 1, CampaignID: 1, State: 1, TestJob: 1, _id: 1 }],
  // The last two fields let a filter skip jobs without reading them.
  ['jobs', { OrgID: 1, CampaignID: 1, CreatedMS: 1, _id: 1, State: 1, TestJob: 1 }],
  ['jobs', { OrgID: 1, CampaignID: 1, UpdatedMS: -1, _id: -1, State: 1, TestJob: 1 }],
  ['jobs', { OrgID: 1, CampaignID: 1, NumberHash: 1, _id: -1 }],
  ['jobs', { OrgID: 1, NumberHash: 1, UpdatedMS: -1 }],
  ['jobs', { DueMS: 1 }],
  // Jobs whose retention has passed.
  ['jobs', { CampaignID: 1, EndedMS: 1 }],
  ['campaigns', { RetentionDays: 1 }],
  // The backlog, for metrics, and the open jobs of an organization.
  ['jobs', { State: 1, OrgID: 1 }],
  ['imports', { OrgID: 1, CreatedMS: -1, _id: -1 }],
  ['imports', { DueMS: 1 }],
  ['import_errors', { ImportID: 1, _id: 1 }],
  ['calls', { JobID: 1, Attempt: 1 }],
  ['job_events', { JobID: 1, CreatedMS: 1 }],
  ['campaigns', { OrgID: 1, _id: 1 }],
  ['api_keys', { Hash: 1 }, { unique: true }],
  ['api_keys', { OrgID: 1, _id: 1 }],
  ['audit_log', { OrgID: 1, CreatedMS: -1, _id: -1 }],
  ['audit_log', { JobID: 1, CreatedMS: -1 }],
  ['idempotency_keys', { ExpiresMS: 1 }],
  ['idempotency_keys', { JobID: 1 }],
  ['tickets', { ExpiresMS: 1 }],
  ['webhooks', { OrgID: 1, _id: 1 }],
  ['webhook_deliveries', { WebhookID: 1, CreatedMS: -1, _id: -1 }],
  ['webhook_deliveries', { WebhookID: 1, State: 1, CreatedMS: -1, _id: -1 }],
  ['webhook_deliveries', { JobID: 1 }],
  ['webhook_deliveries', { DueMS: 1 }],
  ['simulated_rings', { AttemptKey: 1 }],
];

/** Creates missing indexes. Repeating it is harmless, also by several processes at once. */
export async function ensureIndexes(db: Db): Promise<void> {
  for (const [collection, keys, options] of plans)
    await db.collection(collection).createIndexes([{ key: keys, ...options }]);
}
