import { defineSignal } from '@temporalio/workflow';

/** What a delivery's workflow is started with: one event for one receiver. */
export interface WebhookDeliveryInput {
  webhookId: string;
  jobId: string;
  /** The number of the job's move that the event tells. */
  sequence: number;
  /** How many attempts were made before somebody asked for a redelivery; absent the first time. */
  after?: number;
}

/** Ends the wait for the next attempt: it is made now, or the delivery has ended meanwhile. */
export const wakeDeliverySignal = defineSignal('wake');
