import { condition, sleep } from '@temporalio/workflow';

/** The least that waits: what a start costs the engine when nothing else happens. */
export async function timerWorkflow(): Promise<void> {
  await sleep('24h');
}

/** The least that a worker can hold. */
export async function emptyWorkflow(): Promise<void> {
  await condition(() => false);
}
