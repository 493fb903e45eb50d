import { defineSignal } from '@temporalio/workflow';

/** Input of a delivery's workflow: one event for one webhook. */
export interface WebhookDeliveryInput {
  webhookId: string;
  jobId: string;
  /** The number of the transition that the event reports. */
  sequence: number;
  /** Attempts before a redelivery was requested; absent for the first delivery. */
  after?: number;
}

/** Ends the wait for the next attempt. A delivery that was discarded ends. */
export const wakeDeliverySignal = defineSignal('wake');
