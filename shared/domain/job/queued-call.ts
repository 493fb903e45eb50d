/** Limits on calls over many jobs that queue a call, as the explanation names them. */
export const quotaLimits = ['MaxConcurrentCalls', 'MaxCallsPerMinute', 'MaxCallsPerDay'] as const;
export type QuotaLimit = (typeof quotaLimits)[number];

/**
 * Everything that queues a call: the limits, a circuit breaker, a carrier that refused a call for its own rate, a trunk that
 * is disabled or gone, and an agent that did not take the call.
 */
export const queueReasons = [
  ...quotaLimits,
  'CarrierRate',
  'TrunkUnavailable',
  'AgentRefused',
  'CircuitBreaker',
] as const;
export type QueueReason = (typeof queueReasons)[number];

/** A call that found no free slot. */
export interface QueuedCall {
  /** When the job asks again, unless a place is handed to it before. */
  UntilMS: number;
  By: QueueReason;
  /** The limit, for the explanation; 0 for a carrier's, for a trunk that takes no calls, and for an open circuit breaker. */
  Limit: number;
  /** The scope whose limit it is; that of the organization if absent. */
  Scope?: string | undefined;
  /** The scope in whose queue the job waits; absent once a place was handed to it, and while it waits for an instant. */
  WaitsIn?: string | undefined;
  /** Since when the job waits. It keeps its place in the queue when it has to ask again. */
  SinceMS?: number | undefined;
  /** The job's own priority, or the campaign's when the job asked. */
  Priority?: number | undefined;
  /** Scopes that keep a place for the job. They are given back if it is not called now. */
  Places?: string[] | undefined;
}
