import { sleep } from '@temporalio/workflow';

/** The lower bound of a waiting job: one timer. */
export async function bareTimerWorkflow(): Promise<void> {
  await sleep('1000h');
}
