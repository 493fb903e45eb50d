/** Three queues, so that slow receivers and long calls never delay jobs. `temporal-dev.yaml` names them too. */
export const taskQueues = {
  /** Workflows, and short database operations. */
  jobs: 'jobs',
  /** Calls: one slot per concurrent call. */
  calls: 'calls',
  /** Webhook deliveries: their workflows and their requests. */
  webhooks: 'webhooks',
} as const;
export type TaskQueue = keyof typeof taskQueues;
