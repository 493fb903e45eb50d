import { condition, proxyActivities, sleep } from '@temporalio/workflow';

const { act } = proxyActivities<{ act: () => Promise<void> }>({ startToCloseTimeout: '10s' });

/** The baseline of a call: one timer and one activity. */
export async function callWorkflow(): Promise<void> {
  await sleep(1);
  await act();
}

/** The baseline of a start: one timer and nothing else. */
export async function timerWorkflow(): Promise<void> {
  await sleep('24h');
}

/** The baseline of memory: an empty workflow that waits. */
export async function emptyWorkflow(): Promise<void> {
  await condition(() => false);
}
