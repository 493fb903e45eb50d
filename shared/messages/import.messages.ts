import { defineSignal } from '@temporalio/workflow';

/** What the working off of an import is started with. */
export interface JobImportInput {
  importId: string;
}

/** The import's document holds a new wish: look at it once more before ending. Repeating it is harmless. */
export const wakeImportSignal = defineSignal('importWish');
