export { bulkActionWorkflow } from './bulk-action.workflow';
export { jobImportWorkflow } from './job-import.workflow';
export { jobWorkflow } from './job.workflow';
export { piiDeletionWorkflow } from './pii-deletion.workflow';
export { webhookDeliveryWorkflow } from './webhook-delivery.workflow';
