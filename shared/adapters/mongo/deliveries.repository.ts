import type { Db } from 'mongodb';
import type { DeliveryState } from '../../domain/webhook/attempt';
import type { JobStateEvent } from '../../domain/webhook/event';
import type { DataKeys } from './data-keys';
import {
  type Deliveries,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDocument,
  toDelivery,
  hydrateDelivery,
  sealAttempt,
} from './delivery.document';
import { createDeliveryLists } from './delivery-lists';

export type { Delivery, DeliveryAttempt } from './delivery.document';

/** The id of a delivery, made from what is delivered to whom. */
export const deliveryId = (key: { webhookId: string; jobId: string; sequence: number }): string =>
  `${key.webhookId}-${key.jobId}-${key.sequence}`;

/** A pending delivery that nobody has touched this long after it should have been tried is started again. */
export const deliveryGraceMs = 30_000;
/** One that waits its turn for long is looked at ever more rarely, but at least so often. */
const maxPostponeMs = 600_000;
/** Who redelivers again and again keeps the latest attempts. */
const maxStoredAttempts = 100;

/** Deliveries that somebody should have touched by now. */
const sweeperQueries = (deliveries: Deliveries) => ({
  findDue: async (nowMs: number, limit: number): Promise<Delivery[]> =>
    (
      await deliveries
        .find({ DueMS: { $lt: nowMs } })
        .sort({ DueMS: 1 })
        .limit(limit)
        .toArray()
    ).map((document) => toDelivery(document)),

  postpone: async (delivery: Delivery, nowMs: number): Promise<void> => {
    if (delivery.DueMS === undefined) return;
    const lateMs = nowMs - (delivery.NextAttemptMS ?? delivery.CreatedMS);
    const waitMs = Math.min(maxPostponeMs, Math.max(deliveryGraceMs, lateMs));
    await deliveries.updateOne({ _id: delivery.ID, DueMS: delivery.DueMS }, { $set: { DueMS: nowMs + waitMs } });
  },

  /** A discarded delivery needs nobody any more: its workflow was told. */
  markWoken: async (id: string): Promise<void> => {
    await deliveries.updateOne({ _id: id, State: 'discarded' }, { $unset: { DueMS: '' } });
  },
});

/** Ends of deliveries other than by an attempt, and their return. */
const endings = (deliveries: Deliveries) => ({
  /** Ends a delivery whose receiver is gone. */
  discard: async (id: string): Promise<void> => {
    await deliveries.updateOne(
      { _id: id, State: 'pending' },
      { $set: { State: 'discarded' }, $unset: { NextAttemptMS: '', DueMS: '' } },
    );
  },

  /** Ends every open delivery of a receiver. The sweeper ends their workflows, which may be waiting for hours. */
  discardAll: async (webhookId: string, nowMs: number): Promise<number> =>
    (
      await deliveries.updateMany(
        { WebhookID: webhookId, State: 'pending' },
        { $set: { State: 'discarded', DueMS: nowMs }, $unset: { NextAttemptMS: '' } },
      )
    ).modifiedCount,

  /**
   * Makes an ended delivery one that is to be made again, with twenty attempts of its own. The sweeper starts it at once if nobody does.
   * @returns the delivery then, or `undefined` when it is open, or somebody else did it
   */
  reopen: async (delivery: Delivery, nowMs: number): Promise<Delivery | undefined> => {
    if (delivery.State === 'pending') return undefined;
    const AttemptsBefore = Math.max(delivery.AttemptsBefore ?? 0, ...delivery.Attempts.map(({ Number: n }) => n));
    const document = await deliveries.findOneAndUpdate(
      // Reopened by somebody else meanwhile, it would be pending; reopened and ended, it would have more attempts.
      { _id: delivery.ID, State: delivery.State, Attempts: { $size: delivery.Attempts.length } },
      { $set: { State: 'pending', AttemptsBefore, NextAttemptMS: nowMs, DueMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document ? toDelivery(document) : undefined;
  },

  /** What a job's erasure must know of its deliveries: to whom they went, and how many may still be on their way. */
  summarizeByJob: async (jobId: string): Promise<{ webhookIds: string[]; pending: number }> => {
    const projection = { WebhookID: 1, State: 1 } as const;
    const found = await deliveries.find({ JobID: jobId }, { projection }).toArray();
    const pending = found.filter(({ State }) => State === 'pending').length;
    return { webhookIds: [...new Set(found.map(({ WebhookID }) => WebhookID))], pending };
  },

  /** Removes what receivers answered about a job, for good. */
  eraseBodies: async (jobId: string): Promise<void> => {
    await deliveries.updateMany(
      { JobID: jobId },
      { $set: { BodiesErased: true }, $unset: { 'Attempts.$[].ResponseBody': '' } },
    );
  },
});

/** How an attempt may be written: with what was answered, unless the job was erased while it was under way, and then without. */
async function createPushes(delivery: Pick<Delivery, 'ID' | 'Event'>, attempt: DeliveryAttempt, dataKeys: DataKeys) {
  const stored = await sealAttempt(delivery, attempt, dataKeys);
  const { ResponseBody: _body, ...withoutBody } = stored;
  const toPush = (one: typeof stored) => ({ $push: { Attempts: { $each: [one], $slice: -maxStoredAttempts } } });
  return [
    { filter: { BodiesErased: { $exists: false } }, push: toPush(stored) },
    { filter: {}, push: toPush(withoutBody) },
  ];
}

const createDelivery = (webhookId: string, event: JobStateEvent, nowMs: number): Omit<DeliveryDocument, '_id'> => ({
  WebhookID: webhookId,
  OrgID: event.orgId,
  JobID: event.jobId,
  Event: event,
  State: 'pending',
  Attempts: [],
  // What is answered to the news of an erasure comes after it.
  ...(event.state === 'deleted' ? { BodiesErased: true } : {}),
  CreatedMS: nowMs,
  NextAttemptMS: nowMs,
  DueMS: nowMs + deliveryGraceMs,
});

/** The outbox of webhooks: a delivery is written before its workflow is started, and keeps its attempts. */
export function createDeliveriesRepository(db: Db, dataKeys: DataKeys) {
  const deliveries = db.collection<DeliveryDocument>('webhook_deliveries');
  return {
    idOf: deliveryId,

    /** Writes a delivery that is to be made; a repeat changes nothing. */
    open: async (webhookId: string, event: JobStateEvent, nowMs: number): Promise<void> => {
      const fields = createDelivery(webhookId, event, nowMs);
      const id = deliveryId({ webhookId, jobId: event.jobId, sequence: event.sequence });
      await deliveries.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true });
    },

    find: async (id: string): Promise<Delivery | undefined> => {
      const document = await deliveries.findOne({ _id: id });
      return document ? hydrateDelivery(document, dataKeys) : undefined;
    },

    /**
     * Adds an attempt, once per number, and what follows from it, unless the delivery was ended meanwhile.
     * @returns the state in which the delivery stands then
     */
    recordAttempt: async (
      delivery: Pick<Delivery, 'ID' | 'Event'>,
      attempt: DeliveryAttempt,
      then: Pick<Delivery, 'State' | 'NextAttemptMS'>,
    ): Promise<DeliveryState> => {
      const next = then.NextAttemptMS;
      const move = {
        $set: {
          State: then.State,
          ...(next === undefined ? {} : { NextAttemptMS: next, DueMS: next + deliveryGraceMs }),
        },
        ...(next === undefined ? { $unset: { NextAttemptMS: '', DueMS: '' } as const } : {}),
      };
      const id = delivery.ID;
      const notRecorded = { _id: id, 'Attempts.Number': { $ne: attempt.Number } };
      const pushes = await createPushes(delivery, attempt, dataKeys);
      for (const { filter, push } of pushes) {
        const open = { ...notRecorded, ...filter, State: 'pending' as const };
        if ((await deliveries.updateOne(open, { ...push, ...move })).matchedCount === 1) return then.State;
      }
      for (const { filter, push } of pushes) await deliveries.updateOne({ ...notRecorded, ...filter }, push);
      return (await deliveries.findOne({ _id: id }, { projection: { State: 1 } }))?.State ?? 'discarded';
    },

    ...endings(deliveries),
    ...sweeperQueries(deliveries),
    ...createDeliveryLists(deliveries, dataKeys),
  };
}
export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
