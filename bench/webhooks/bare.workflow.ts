import { proxyActivities } from '@temporalio/workflow';

const { post } = proxyActivities<{ post(url: string, id: string): Promise<number> }>({ startToCloseTimeout: '30s' });

/** What the engine itself can do: a workflow with one activity that posts. */
export async function bareWorkflow(url: string, id: string): Promise<number> {
  return post(url, id);
}
