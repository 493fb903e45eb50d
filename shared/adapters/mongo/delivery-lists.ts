import type { Filter } from 'mongodb';
import { deliveryStates, type DeliveryState } from '../../domain/webhook/attempt';
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

/** Selects deliveries of an organization. */
export type OrganizationDeliveries = Omit<DeliveryFilter, 'webhookId'> & { orgId: string };

const conditionsOf = ({ jobId, after }: Pick<DeliveryFilter, 'jobId' | 'after'>): Filter<DeliveryDocument> => ({
  ...(jobId === undefined ? {} : { JobID: jobId }),
  ...(after === undefined ? {} : followsNewestFirst(after)),
});

/** Lists of deliveries. */
export const createDeliveryLists = (deliveries: Deliveries, dataKeys: DataKeys) => ({
  /** A page of those of all webhooks, newest first. The index is walked once for each state. */
  listAll: async ({ orgId, state, ...filter }: OrganizationDeliveries, limit: number) => {
    const states = state === undefined ? deliveryStates : [state];
    const found = deliveries
      .find({ OrgID: orgId, State: { $in: [...states] }, ...conditionsOf(filter) })
      .sort({ CreatedMS: -1, _id: -1 });
    const { documents, hasMore } = await takePage(found, { items: limit, bytes: largeItemsPageBytes });
    const hydrated = documents.map((document) => hydrateDelivery(document, dataKeys));
    return { deliveries: await Promise.all(hydrated), hasMore };
  },

  /** A page, newest first. */
  list: async (
    { webhookId, state, ...rest }: DeliveryFilter,
    limit: number,
  ): Promise<{ deliveries: Delivery[]; hasMore: boolean }> => {
    const filter: Filter<DeliveryDocument> = {
      WebhookID: webhookId,
      ...(state === undefined ? {} : { State: state }),
      ...conditionsOf(rest),
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
