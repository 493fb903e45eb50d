import { sleep } from '@temporalio/workflow';

/** The least that a waiting job could be: one timer. */
export async function bareTimerWorkflow(): Promise<void> {
  await sleep('1000h');
}
