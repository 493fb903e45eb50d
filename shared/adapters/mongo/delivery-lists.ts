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
import { followsNewestFirst } from './keyset';
import { largeItemsPageBytes, takePage } from './take-page';

/** Selects deliveries of a webhook; `after` is the last one of the previous page. */
export interface DeliveryFilter {
  webhookId: string;
  state?: DeliveryState | undefined;
  jobId?: string | undefined;
  after?: Delivery | undefined;
}

/** Lists of a webhook's deliveries. */
export const createDeliveryLists = (deliveries: Deliveries, dataKeys: DataKeys) => ({
  /** A page, newest first. */
  list: async (
    { webhookId, state, jobId, after }: DeliveryFilter,
    limit: number,
  ): Promise<{ deliveries: Delivery[]; hasMore: boolean }> => {
    const filter: Filter<DeliveryDocument> = {
      WebhookID: webhookId,
      ...(state === undefined ? {} : { State: state }),
      ...(jobId === undefined ? {} : { JobID: jobId }),
      ...(after === undefined ? {} : followsNewestFirst(after)),
    };
    const found = deliveries.find(filter).sort({ CreatedMS: -1, _id: -1 });
    const { documents, hasMore } = await takePage(found, { items: limit, bytes: largeItemsPageBytes });
    const hydrated = documents.map((document) => hydrateDelivery(document, dataKeys));
    return { deliveries: await Promise.all(hydrated), hasMore };
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
