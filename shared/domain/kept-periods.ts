const dayMs = 86_400_000;

/**
 * How long documents are kept that only grow in number, in ms. `docs/operations.md` shows these periods.
 */
export const keptPeriods = {
  /** Ended webhook deliveries, from their creation. They can be redelivered by time for 30 days. */
  deliveriesMs: 60 * dayMs,
  /** Events of jobs, from the event. */
  jobEventsMs: 400 * dayMs,
  /** What is left of an erased job, from the end of its erasure. */
  erasedJobsMs: 400 * dayMs,
  /** Bulk actions, from their end. */
  bulkActionsMs: 90 * dayMs,
  /** Counts of requests, from the start of their last window, which is an hour at most. */
  rateCountsMs: dayMs,
  /** The reports of worker processes that were killed, from the last one. */
  lostWorkersMs: dayMs,
} as const;
