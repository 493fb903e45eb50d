import { defineSignal } from '@temporalio/workflow';

/** Input of an import's workflow. */
export interface JobImportInput {
  importId: string;
}

/** The import's document holds a new request: read it again before ending. Idempotent. */
export const wakeImportSignal = defineSignal('wake');
