/** Limits on calls over many jobs that queue a call, as the explanation names them. */
export const quotaLimits = ['MaxConcurrentCalls', 'MaxCallsPerDay'] as const;
export type QuotaLimit = (typeof quotaLimits)[number];

/** A call that found no free slot. */
export interface QueuedCall {
  /** Its turn, at which it asks again. */
  UntilMS: number;
  By: QuotaLimit;
  /** The limit, for the explanation. */
  Limit: number;
}
