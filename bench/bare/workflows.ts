import { condition, sleep } from '@temporalio/workflow';

/** The baseline of a start: one timer and nothing else. */
export async function timerWorkflow(): Promise<void> {
  await sleep('24h');
}

/** The baseline of memory: an empty workflow that waits. */
export async function emptyWorkflow(): Promise<void> {
  await condition(() => false);
}
