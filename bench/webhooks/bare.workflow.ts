import { proxyActivities } from '@temporalio/workflow';

const { post } = proxyActivities<{ post(url: string, id: string): Promise<number> }>({ startToCloseTimeout: '30s' });

/** The baseline of a delivery: a workflow with one activity that sends a POST. */
export async function bareWorkflow(url: string, id: string): Promise<number> {
  return post(url, id);
}
