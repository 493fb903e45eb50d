/** Four queues, so that slow receivers, long calls and mass erasures never delay jobs. `temporal-dev.yaml` names them too. */
export const taskQueues = {
  /** Workflows, and short database operations. */
  jobs: 'jobs',
  /** Calls: one slot per concurrent call. */
  calls: 'calls',
  /** Webhook deliveries: their workflows and their requests. */
  webhooks: 'webhooks',
  /** Erasures: their workflows and what these do. Erasures of earlier versions end on `jobs`, where they started. */
  erasures: 'erasures',
} as const;
export type TaskQueue = keyof typeof taskQueues;
