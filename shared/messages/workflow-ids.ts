/** Workflow ids, each made in one place: an id is what keeps a thing from happening twice. */
export const jobWorkflowId = (jobId: string): string => `job/${jobId}`;
export const jobImportWorkflowId = (importId: string): string => `job-import/${importId}`;
export const piiDeletionWorkflowId = (jobId: string): string => `pii-deletion/${jobId}`;
/** What the ids of all deliveries of a job to one webhook begin with. */
export const webhookDeliveryWorkflowPrefix = (of: { webhookId: string; jobId: string }): string =>
  `webhook/${of.webhookId}/${of.jobId}/`;
export const webhookDeliveryWorkflowId = (event: {
  webhookId: string;
  jobId: string;
  sequence: number;
  after?: number;
}): string =>
  `${webhookDeliveryWorkflowPrefix(event)}${event.sequence}${event.after === undefined ? '' : `/after-${event.after}`}`;
