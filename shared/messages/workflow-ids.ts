/** Each workflow id is built in one place: a unique id keeps a workflow from running twice. */
export const jobWorkflowId = (jobId: string): string => `job/${jobId}`;
export const jobImportWorkflowId = (importId: string): string => `job-import/${importId}`;
export const piiDeletionWorkflowId = (jobId: string): string => `pii-deletion/${jobId}`;
/** The common prefix of the ids of all deliveries of a job to one webhook. */
export const webhookDeliveryWorkflowPrefix = (of: { webhookId: string; jobId: string }): string =>
  `webhook/${of.webhookId}/${of.jobId}/`;
export const webhookDeliveryWorkflowId = (event: {
  webhookId: string;
  jobId: string;
  sequence: number;
  after?: number;
}): string =>
  `${webhookDeliveryWorkflowPrefix(event)}${event.sequence}${event.after === undefined ? '' : `/after-${event.after}`}`;
