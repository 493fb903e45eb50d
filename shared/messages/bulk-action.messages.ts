import { defineSignal } from '@temporalio/workflow';

/** Input of a bulk action's workflow. */
export interface BulkActionInput {
  bulkActionId: string;
}

/** The bulk action's document holds a new request: end a pause. Idempotent. */
export const wakeBulkActionSignal = defineSignal('wake');
