import { defineSignal } from '@temporalio/workflow';

/** Input of a delivery's workflow: one event for one webhook. */
export interface WebhookDeliveryInput {
  webhookId: string;
  /** What the event is about: a job, or for other kinds of events a call, an import or a campaign. */
  jobId: string;
  /** The number of the transition that the event reports; other kinds number their events themselves. */
  sequence: number;
  /** Attempts before a redelivery was requested; absent for the first delivery. */
  after?: number;
  /**
   * Who waits between attempts: Temporal's retry policy. Absent in the workflows of earlier versions, which wait by timers;
   * it exists so that their histories replay.
   */
  policy?: 'native';
}

/** Makes the workflow read the delivery's document again: the next attempt may be due now, or the delivery discarded. */
export const wakeDeliverySignal = defineSignal('wake');
