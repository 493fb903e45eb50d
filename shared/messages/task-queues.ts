/** Three queues, so that slow receivers and long calls never hold up the jobs. `temporal-dev.yaml` and the runbook name them too. */
export const taskQueues = {
  /** Workflows, and short database steps. */
  jobs: 'jobs',
  /** One slot per line. */
  calls: 'calls',
  /** Webhook deliveries: their workflows and their requests. */
  webhooks: 'webhooks',
} as const;
export type TaskQueue = keyof typeof taskQueues;
