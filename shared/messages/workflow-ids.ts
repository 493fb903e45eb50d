/** Workflow ids, each made in one place: an id is what keeps a thing from happening twice. */
export const jobWorkflowId = (jobId: string): string => `job/${jobId}`;
export const jobImportWorkflowId = (importId: string): string => `job-import/${importId}`;
export const piiDeletionWorkflowId = (jobId: string): string => `pii-deletion/${jobId}`;
export const webhookDeliveryWorkflowId = (event: {
  webhookId: string;
  jobId: string;
  sequence: number;
  after?: number;
}): string =>
  `webhook/${event.webhookId}/${event.jobId}/${event.sequence}${event.after === undefined ? '' : `/after-${event.after}`}`;
