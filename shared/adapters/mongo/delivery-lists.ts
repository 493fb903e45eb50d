import type { Filter } from 'mongodb';
import type { DeliveryState } from '../../domain/webhook/attempt';
import type { DataKeys } from './data-keys';
import {
  type Deliveries,
  type Delivery,
  type DeliveryDocument,
  toDelivery,
  hydrateDelivery,
} from './delivery.document';

/** Selects deliveries of a webhook; `after` is the last one of the previous page. */
export interface DeliveryFilter {
  webhookId: string;
  state?: DeliveryState | undefined;
  jobId?: string | undefined;
  after?: Delivery | undefined;
}

/** Lists of a webhook's deliveries. */
export const createDeliveryLists = (deliveries: Deliveries, dataKeys: DataKeys) => ({
  /** Newest first. */
  list: async ({ webhookId, state, jobId, after }: DeliveryFilter, limit: number): Promise<Delivery[]> => {
    const filter: Filter<DeliveryDocument> = {
      WebhookID: webhookId,
      ...(state === undefined ? {} : { State: state }),
      ...(jobId === undefined ? {} : { JobID: jobId }),
      ...(after === undefined
        ? {}
        : { $or: [{ CreatedMS: { $lt: after.CreatedMS } }, { CreatedMS: after.CreatedMS, _id: { $lt: after.ID } }] }),
    };
    const found = await deliveries.find(filter).sort({ CreatedMS: -1, _id: -1 }).limit(limit).toArray();
    return Promise.all(found.map((document) => hydrateDelivery(document, dataKeys)));
  },

  /** Oldest first: deliveries in one of the states that were created within the span, both ends inclusive. */
  listEnded: async (
    webhookId: string,
    span: { states: readonly DeliveryState[]; sinceMs: number; untilMs: number },
    limit: number,
  ): Promise<Delivery[]> => {
    const found = await deliveries
      .find({
        WebhookID: webhookId,
        State: { $in: [...span.states] },
        CreatedMS: { $gte: span.sinceMs, $lte: span.untilMs },
      })
      .sort({ CreatedMS: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map((document) => toDelivery(document));
  },
});
