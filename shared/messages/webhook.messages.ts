/** What a delivery's workflow is started with: one event for one receiver. */
export interface WebhookDeliveryInput {
  webhookId: string;
  jobId: string;
  /** The number of the job's move that the event tells. */
  sequence: number;
}
