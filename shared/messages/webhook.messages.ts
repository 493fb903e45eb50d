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

/** What the activity of a delivery gets: its workflow already shows that the delivery is failing. */
export type SendWebhookInput = WebhookDeliveryInput & { shownFailing?: true };

/**
 * An attempt has failed, and the retry policy waits for the next one: show operators that the delivery is failing.
 * The workflow learns it by no other way before the last attempt. Idempotent. The argument says what failed, such as
 * `HTTP 503 at attempt 1 of 20`.
 */
export const failingDeliverySignal = defineSignal<[failure: string]>('failing');

/** Makes the workflow read the delivery's document again: the next attempt may be due now, or the delivery discarded. */
export const wakeDeliverySignal = defineSignal('wake');
