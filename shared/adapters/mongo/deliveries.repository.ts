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

/** The id of a delivery, derived from its webhook, job and transition. */
export const deliveryId = (key: { webhookId: string; jobId: string; sequence: number }): string =>
  `${key.webhookId}-${key.jobId}-${key.sequence}`;

/** A pending delivery is started again when its attempt is overdue by this long. */
export const deliveryGraceMs = 30_000;
/** A delivery that stays queued is checked ever more rarely, but at least this often. */
const maxPostponeMs = 600_000;
/** A delivery that is redelivered repeatedly keeps this many of its latest attempts. */
const maxStoredAttempts = 100;

/** Overdue deliveries. */
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

  /** Clears the deadline of a discarded delivery, once its workflow was woken. */
  markWoken: async (id: string): Promise<void> => {
    await deliveries.updateOne({ _id: id, State: 'discarded' }, { $unset: { DueMS: '' } });
  },
});

/** Ends deliveries other than by an attempt, and reopens them. */
const endings = (deliveries: Deliveries) => ({
  /** Ends a delivery whose webhook no longer exists. */
  discard: async (id: string): Promise<void> => {
    await deliveries.updateOne(
      { _id: id, State: 'pending' },
      { $set: { State: 'discarded' }, $unset: { NextAttemptMS: '', DueMS: '' } },
    );
  },

  /** Ends every pending delivery of a webhook. The sweeper ends their workflows, which may wait for hours. */
  discardAll: async (webhookId: string, nowMs: number): Promise<number> =>
    (
      await deliveries.updateMany(
        { WebhookID: webhookId, State: 'pending' },
        { $set: { State: 'discarded', DueMS: nowMs }, $unset: { NextAttemptMS: '' } },
      )
    ).modifiedCount,

  /**
   * Makes an ended delivery pending again, with twenty new attempts. The sweeper starts it if the caller dies before it
   * does.
   * @returns the delivery after it, or `undefined` when it is pending or another caller reopened it
   */
  reopen: async (delivery: Delivery, nowMs: number): Promise<Delivery | undefined> => {
    if (delivery.State === 'pending') return undefined;
    const AttemptsBefore = Math.max(delivery.AttemptsBefore ?? 0, ...delivery.Attempts.map(({ Number: n }) => n));
    const document = await deliveries.findOneAndUpdate(
      // Reopened by another caller it would be pending; reopened and ended it would have more attempts.
      { _id: delivery.ID, State: delivery.State, Attempts: { $size: delivery.Attempts.length } },
      { $set: { State: 'pending', AttemptsBefore, NextAttemptMS: nowMs, DueMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document ? toDelivery(document) : undefined;
  },

  /** What a job's erasure needs: the webhooks of its deliveries, and how many deliveries are still pending. */
  summarizeByJob: async (jobId: string): Promise<{ webhookIds: string[]; pending: number }> => {
    const projection = { WebhookID: 1, State: 1 } as const;
    const found = await deliveries.find({ JobID: jobId }, { projection }).toArray();
    const pending = found.filter(({ State }) => State === 'pending').length;
    return { webhookIds: [...new Set(found.map(({ WebhookID }) => WebhookID))], pending };
  },

  /** Erases what receivers responded about a job. */
  eraseBodies: async (jobId: string): Promise<void> => {
    await deliveries.updateMany(
      { JobID: jobId },
      { $set: { BodiesErased: true }, $unset: { 'Attempts.$[].ResponseBody': '' } },
    );
  },
});

/**
 * The two ways to write an attempt: with the response body, or without it when the job was erased during the attempt.
 */
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
  // The response to the event of an erasure arrives after the erasure: never store it.
  ...(event.state === 'deleted' ? { BodiesErased: true } : {}),
  CreatedMS: nowMs,
  NextAttemptMS: nowMs,
  DueMS: nowMs + deliveryGraceMs,
});

/** The outbox of webhooks: a delivery is written before its workflow starts, and keeps its attempts. */
export function createDeliveriesRepository(db: Db, dataKeys: DataKeys) {
  const deliveries = db.collection<DeliveryDocument>('webhook_deliveries');
  return {
    idOf: deliveryId,

    /** Writes a new delivery; a repeat changes nothing. */
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
     * Adds an attempt, once per number, together with the delivery's next state. A delivery that has ended keeps its
     * state.
     * @returns the state after it
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
