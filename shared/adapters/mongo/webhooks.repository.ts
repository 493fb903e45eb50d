import type { Db } from 'mongodb';

/** A registered receiver. */
export interface Webhook {
  ID: string;
  OrgID: string;
  DestinationURL: string;
  CreatedMS: number;
}
type WebhookDocument = Omit<Webhook, 'ID'> & { _id: string };
const fromDocument = ({ _id, ...rest }: WebhookDocument): Webhook => ({ ...rest, ID: _id });

/** The receivers of an organisation's events. */
export function createWebhooksRepository(db: Db) {
  const webhooks = db.collection<WebhookDocument>('webhooks');
  return {
    insert: async ({ ID, ...webhook }: Webhook): Promise<void> => {
      await webhooks.insertOne({ _id: ID, ...webhook });
    },

    list: async (orgId: string): Promise<Webhook[]> =>
      (await webhooks.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map(fromDocument),

    find: async (webhookId: string): Promise<Webhook | undefined> => {
      const document = await webhooks.findOne({ _id: webhookId });
      return document ? fromDocument(document) : undefined;
    },

    /** @returns whether there was one */
    remove: async (orgId: string, webhookId: string): Promise<boolean> =>
      (await webhooks.deleteOne({ _id: webhookId, OrgID: orgId })).deletedCount === 1,
  };
}
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;
