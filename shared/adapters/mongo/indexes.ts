/** An index, named by its keys as the server names it. */
export interface IndexPlan {
  collection: string;
  key: Record<string, 1 | -1>;
  unique?: true;
  /** The index holds only documents that have this field, so that those without pending work cost nothing. */
  present?: string;
}

type Options = Pick<IndexPlan, 'unique' | 'present'>;
type Row = readonly [collection: string, key: Record<string, 1 | -1>, options?: Options];
const toPlan = ([collection, key, options]: Row): IndexPlan => ({ collection, key, ...options });

/** The name that the server gives an index. */
export const indexName = (key: IndexPlan['key']): string =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');

/**
 * The version of the stored data that this code needs. Raise it with every change of the indexes, so that processes notice
 * that `npm run migrate` has not run yet.
 */
export const schemaVersion = 9;

/** The indexes of every collection. */
export const indexPlan: readonly IndexPlan[] = (
  [
    // Equality, then sort, then range: one index for each list.
    ['jobs', { OrgID: 1, CampaignID: 1, _id: 1 }],
    // By states and test jobs, in id order.
    ['jobs', { OrgID: 1, CampaignID: 1, State: 1, TestJob: 1, _id: 1 }],
    // The last two fields let a filter skip jobs without reading them.
    ['jobs', { OrgID: 1, CampaignID: 1, CreatedMS: 1, _id: 1, State: 1, TestJob: 1 }],
    ['jobs', { OrgID: 1, CampaignID: 1, UpdatedMS: -1, _id: -1, State: 1, TestJob: 1 }],
    ['jobs', { OrgID: 1, CampaignID: 1, NumberHash: 1, _id: -1 }],
    ['jobs', { OrgID: 1, NumberHash: 1, UpdatedMS: -1 }],
    // Overdue jobs. The organization lets a sweep leave out those of an organization with a large backlog.
    ['jobs', { DueMS: 1, OrgID: 1 }, { present: 'DueMS' }],
    // Jobs that wait for a place of a scope, in the order in which a campaign's jobs get one. The organizations and
    // campaigns that wait are found by one entry each.
    [
      'jobs',
      { 'Queued.WaitsIn': 1, OrgID: 1, 'Queued.Priority': -1, CampaignID: 1, 'Queued.SinceMS': 1, _id: 1 },
      { present: 'Queued.WaitsIn' },
    ],
    // Jobs that the statistics have yet to count, by campaign, and batches that a lost process left.
    ['jobs', { OrgID: 1, CampaignID: 1, Uncounted: 1 }, { present: 'Uncounted' }],
    ['stats_batches', { PendingMS: 1 }, { present: 'PendingMS' }],
    ['call_quotas', { WaitingMS: 1 }, { present: 'WaitingMS' }],
    // Jobs whose retention has passed, and the campaigns with a retention.
    ['jobs', { CampaignID: 1, EndedMS: 1 }, { present: 'EndedMS' }],
    ['campaigns', { RetentionDueMS: 1 }, { present: 'RetentionDueMS' }],
    // Changes of state whose events are not published yet.
    ['campaigns', { 'Announced.AtMS': 1 }, { present: 'Announced.AtMS' }],
    // Jobs whose analysis by a model, or the count of whose corrections, is due.
    ['jobs', { AnalysisDueMS: 1, OrgID: 1 }, { present: 'AnalysisDueMS' }],
    ['analysis_agreements', { CampaignID: 1 }],
    // Jobs that are held since a restore.
    ['jobs', { 'RestoreHold.HeldMS': 1, _id: 1 }, { present: 'RestoreHold.HeldMS' }],
    // Jobs that the stop of their campaign canceled.
    ['jobs', { CampaignID: 1, Stopped: 1 }, { present: 'Stopped' }],
    // Erased jobs to delete.
    ['jobs', { PurgeMS: 1 }, { present: 'PurgeMS' }],
    ['replans', { DueMS: 1, OrgID: 1 }],
    // The backlog, for metrics, the open jobs of an organization, and those that are being called.
    ['jobs', { State: 1, OrgID: 1, _id: 1 }],
    ['imports', { OrgID: 1, CreatedMS: -1, _id: -1 }],
    ['imports', { DueMS: 1, OrgID: 1 }, { present: 'DueMS' }],
    ['import_errors', { ImportID: 1, _id: 1 }],
    ['bulk_actions', { OrgID: 1, CampaignID: 1, CreatedMS: -1, _id: -1 }],
    ['bulk_actions', { OrgID: 1, State: 1 }],
    ['bulk_actions', { DueMS: 1, OrgID: 1 }, { present: 'DueMS' }],
    ['bulk_actions', { EndedMS: 1 }, { present: 'EndedMS' }],
    ['calls', { JobID: 1, Attempt: 1 }],
    // Calls of agents that are reached by websocket, which name them in Twilio's format.
    ['calls', { CallSid: 1 }, { present: 'CallSid' }],
    // The latest results of a campaign, read from the index alone, for its circuit breaker.
    ['calls', { CampaignID: 1, EndedMS: -1, State: 1, Failure: 1, DialedMS: 1 }, { present: 'EndedMS' }],
    ['calls', { CostDueMS: 1 }, { present: 'CostDueMS' }],
    ['job_events', { JobID: 1, CreatedMS: 1 }],
    ['job_events', { CreatedMS: 1 }],
    // What streams of events read.
    ['job_events', { OrgID: 1, RecordedAt: 1, _id: 1 }, { present: 'RecordedAt' }],
    ['campaigns', { OrgID: 1, _id: 1 }],
    ['api_keys', { Hash: 1 }, { unique: true }],
    ['api_keys', { OrgID: 1, _id: 1 }],
    ['audit_log', { OrgID: 1, CreatedMS: -1, _id: -1 }],
    ['audit_log', { JobID: 1, CreatedMS: -1 }],
    // A rare action, a key or a campaign in the log of a large organization.
    ['audit_log', { OrgID: 1, Action: 1, CreatedMS: -1, _id: -1 }],
    ['audit_log', { OrgID: 1, 'Actor.KeyID': 1, CreatedMS: -1, _id: -1 }],
    ['audit_log', { OrgID: 1, CampaignID: 1, CreatedMS: -1, _id: -1 }],
    ['idempotency_keys', { ExpiresMS: 1 }],
    ['idempotency_keys', { JobID: 1 }],
    ['tickets', { ExpiresMS: 1 }],
    ['sessions', { ExpiresMS: 1 }],
    ['sessions', { KeyID: 1, CreatedMS: -1, _id: -1 }],
    ['number_attempts', { ExpiresMS: 1 }],
    // Numbers are looked up by ids. These serve lists, what is known of one number, expiry and erasure.
    ['suppressions', { OrgID: 1, CreatedMS: -1, _id: -1 }],
    ['suppressions', { OrgID: 1, CampaignID: 1, CreatedMS: -1, _id: -1 }],
    ['suppressions', { OrgID: 1, Reason: 1, CreatedMS: -1, _id: -1 }],
    ['suppressions', { OrgID: 1, NumberHash: 1 }],
    ['suppressions', { UntilMS: 1 }, { present: 'UntilMS' }],
    ['suppressions', { JobID: 1 }, { present: 'JobID' }],
    ['webhooks', { OrgID: 1, _id: 1 }],
    ['webhook_deliveries', { WebhookID: 1, CreatedMS: -1, _id: -1 }],
    ['webhook_deliveries', { WebhookID: 1, State: 1, CreatedMS: -1, _id: -1 }],
    // Those of an organization over its webhooks, such as all that were given up.
    ['webhook_deliveries', { OrgID: 1, State: 1, CreatedMS: -1, _id: -1 }],
    ['webhook_deliveries', { JobID: 1 }],
    ['webhook_deliveries', { DueMS: 1, OrgID: 1 }, { present: 'DueMS' }],
    ['webhook_deliveries', { CreatedMS: 1 }],
    ['simulated_rings', { AttemptKey: 1 }],
    // Calls over trunks of SIP: found by attempt, erased and deleted by job.
    ['sip_calls', { JobID: 1 }],
    // The calls at Twilio that are not over: whose call a listed one is.
    ['twilio_calls', { Sid: 1 }, { present: 'Sid' }],
    ['twilio_calls', { JobID: 1 }],
    // As GridFS creates them with the first file.
    ['import_files.files', { filename: 1, uploadDate: 1 }],
    ['import_files.chunks', { files_id: 1, n: 1 }, { unique: true }],
    ['recordings.files', { filename: 1, uploadDate: 1 }],
    ['recordings.chunks', { files_id: 1, n: 1 }, { unique: true }],
  ] satisfies Row[]
).map(toPlan);

/** The indexes that earlier versions created. They only cost, once no process of those versions runs. */
export const retiredIndexes: readonly IndexPlan[] = (
  [
    ['jobs', { OrgID: 1, CampaignID: 1, UpdatedMS: -1, _id: -1 }],
    ['jobs', { 'Queued.WaitsIn': 1, 'Queued.Priority': -1, CampaignID: 1, 'Queued.SinceMS': 1, _id: 1 }],
    ['webhook_deliveries', { WebhookID: 1, _id: -1 }],
    ['jobs', { State: 1 }],
    ['jobs', { State: 1, OrgID: 1 }],
    ['jobs', { DueMS: 1 }],
    ['webhook_deliveries', { DueMS: 1 }],
    ['imports', { DueMS: 1 }],
    ['campaigns', { RetentionDays: 1 }],
    [
      'jobs',
      {
        OrgID: 1,
        CampaignID: 1,
        VariantKey: 1,
        CampaignVersion: 1,
        State: 1,
        FailureReason: 1,
        TestJob: 1,
        AnsweredCalls: 1,
        'Metrics.TotalCallAttempts': 1,
      },
      { present: 'VariantKey' },
    ],
  ] satisfies Row[]
).map(toPlan);
