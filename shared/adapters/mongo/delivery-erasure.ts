import type { Deliveries } from './delivery.document';

/** What identifies the workflows of a delivery. */
export interface DeliveryKey {
  webhookId: string;
  /** The subject of its event. */
  jobId: string;
  sequence: number;
  /** Attempts before the last redelivery; absent if there was none. */
  attemptsBefore?: number | undefined;
}

/** What the erasure of a job reads and erases of its deliveries. */
export const createDeliveryErasure = (deliveries: Deliveries) => ({
  /** What a job's erasure needs: what identifies the workflows of its deliveries, and how many are still pending. */
  summarizeByJob: async (jobId: string): Promise<{ keys: DeliveryKey[]; pending: number }> => {
    const projection = { WebhookID: 1, State: 1, 'Event.subject': 1, 'Event.sequence': 1, AttemptsBefore: 1 } as const;
    const found = await deliveries.find({ JobID: jobId }, { projection }).toArray();
    const pending = found.filter(({ State }) => State === 'pending').length;
    const keys = found.map(({ WebhookID: webhookId, Event, AttemptsBefore: attemptsBefore }) => ({
      webhookId,
      jobId: 'subject' in Event ? Event.subject : jobId,
      sequence: Event.sequence,
      attemptsBefore,
    }));
    return { keys, pending };
  },

  /** Erases what receivers responded about a job. */
  eraseBodies: async (jobId: string): Promise<void> => {
    await deliveries.updateMany(
      { JobID: jobId },
      { $set: { BodiesErased: true }, $unset: { 'Attempts.$[].ResponseBody': '' } },
    );
  },
});
