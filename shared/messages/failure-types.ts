/** Types of the failures that activities and workflows throw, as Temporal shows them. */
export const failureTypes = {
  /** The job is not at the sequence number that its workflow expects. Not retryable. */
  staleJob: 'StaleJob',
  /** Another worker has claimed the call. */
  callTaken: 'CallTaken',
  /** The call may still be in progress: reconcile it later. */
  callNotReconciled: 'CallNotReconciled',
  importRunning: 'ImportRunning',
  jobNotReleased: 'JobNotReleased',
  historiesReadable: 'HistoriesReadable',
  receiverBusy: 'ReceiverBusy',
  /** The last attempt of a delivery failed, as its document says. The next one follows by the schedule. */
  attemptFailed: 'AttemptFailed',
  /** A delivery failed for a reason on our side, so it does not count as an attempt. */
  notTheReceiver: 'NotTheReceiver',
} as const;
