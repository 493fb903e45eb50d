/** Each workflow id is built in one place: a unique id keeps a workflow from running twice. */
export const jobWorkflowId = (jobId: string): string => `job/${jobId}`;
export const jobImportWorkflowId = (importId: string): string => `job-import/${importId}`;
export const bulkActionWorkflowId = (bulkActionId: string): string => `bulk-action/${bulkActionId}`;
export const piiDeletionWorkflowId = (jobId: string): string => `pii-deletion/${jobId}`;
/** @param event.after attempts before the redelivery; absent for the first delivery */
export const webhookDeliveryWorkflowId = (event: {
  webhookId: string;
  jobId: string;
  sequence: number;
  after?: number;
}): string =>
  `webhook/${event.webhookId}/${event.jobId}/${event.sequence}${event.after === undefined ? '' : `/after-${event.after}`}`;

/**
 * Every id that the workflows of a delivery can have had. The delivery knows the attempts before its last redelivery, and each
 * redelivery before it began after fewer or as many.
 */
export const allWebhookDeliveryWorkflowIds = (
  event: { webhookId: string; jobId: string; sequence: number },
  attemptsBefore?: number,
): string[] => {
  const redeliveries = Array.from(
    { length: attemptsBefore === undefined ? 0 : attemptsBefore + 1 },
    (_, after) => after,
  );
  return [
    webhookDeliveryWorkflowId(event),
    ...redeliveries.map((after) => webhookDeliveryWorkflowId({ ...event, after })),
  ];
};
