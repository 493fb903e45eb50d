import type { Collection, Db } from 'mongodb';
import type { JobStateEvent } from '../../domain/webhook/event';

/** What became of one request to a receiver. */
export interface DeliveryAttempt {
  /** From 1. */
  Number: number;
  AtMS: number;
  DurationMS: number;
  /** The receiver's HTTP status; absent when there was no answer. */
  Status?: number | undefined;
  /** What kind of failure it was; absent on success. */
  ErrorClass?: string | undefined;
  Error?: string | undefined;
}
/** One event for one receiver. */
export interface Delivery {
  ID: string;
  WebhookID: string;
  OrgID: string;
  Event: JobStateEvent;
  State: 'pending' | 'delivered' | 'exhausted' | 'discarded';
  Attempts: DeliveryAttempt[];
  CreatedMS: number;
  NextAttemptMS?: number | undefined;
  /** When the sweeper looks at the delivery if nobody has touched it by then. */
  DueMS?: number | undefined;
}
type DeliveryDocument = Omit<Delivery, 'ID' | 'Attempts'> & { _id: string; JobID: string; Attempts: DeliveryAttempt[] };

/** The id of a delivery, made from what is delivered to whom. */
export const deliveryId = (key: { webhookId: string; jobId: string; sequence: number }): string =>
  `${key.webhookId}-${key.jobId}-${key.sequence}`;

/** A pending delivery that nobody has touched this long after it should have been tried is started again. */
export const deliveryGraceMs = 30_000;
const fromDocument = ({ _id, JobID: _job, ...rest }: DeliveryDocument): Delivery => ({ ...rest, ID: _id });

/** Deliveries that somebody should have touched by now. */
const forSweeper = (deliveries: Collection<DeliveryDocument>) => ({
  findDue: async (nowMs: number, limit: number): Promise<Delivery[]> =>
    (
      await deliveries
        .find({ DueMS: { $lt: nowMs } })
        .sort({ DueMS: 1 })
        .limit(limit)
        .toArray()
    ).map(fromDocument),

  postpone: async (delivery: Delivery, nowMs: number): Promise<void> => {
    if (delivery.DueMS === undefined) return;
    await deliveries.updateOne(
      { _id: delivery.ID, DueMS: delivery.DueMS },
      { $set: { DueMS: nowMs + deliveryGraceMs } },
    );
  },
});

/** The outbox of webhooks: a delivery is written before its workflow is started, and keeps every attempt. */
export function createDeliveriesRepository(db: Db) {
  const deliveries = db.collection<DeliveryDocument>('webhook_deliveries');
  return {
    idOf: deliveryId,

    /** Writes a delivery that is to be made; a repeat changes nothing. */
    open: async (webhookId: string, event: JobStateEvent, nowMs: number): Promise<void> => {
      const fields: Omit<DeliveryDocument, '_id'> = {
        WebhookID: webhookId,
        OrgID: event.orgId,
        JobID: event.jobId,
        Event: event,
        State: 'pending',
        Attempts: [],
        CreatedMS: nowMs,
        NextAttemptMS: nowMs,
        DueMS: nowMs + deliveryGraceMs,
      };
      const id = deliveryId({ webhookId, jobId: event.jobId, sequence: event.sequence });
      await deliveries.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true });
    },

    find: async (id: string): Promise<Delivery | undefined> => {
      const document = await deliveries.findOne({ _id: id });
      return document ? fromDocument(document) : undefined;
    },

    /** Adds an attempt, once per number, and what follows from it. */
    recordAttempt: async (
      id: string,
      attempt: DeliveryAttempt,
      then: Pick<Delivery, 'State' | 'NextAttemptMS'>,
    ): Promise<void> => {
      const next = then.NextAttemptMS;
      const open = { NextAttemptMS: next, DueMS: (next ?? 0) + deliveryGraceMs };
      await deliveries.updateOne(
        { _id: id, 'Attempts.Number': { $ne: attempt.Number } },
        {
          $push: { Attempts: attempt },
          $set: { State: then.State, ...(next === undefined ? {} : open) },
          ...(next === undefined ? { $unset: { NextAttemptMS: '', DueMS: '' } } : {}),
        },
      );
    },

    /** Ends a delivery whose receiver is gone. */
    discard: async (id: string): Promise<void> => {
      await deliveries.updateOne(
        { _id: id, State: 'pending' },
        { $set: { State: 'discarded' }, $unset: { NextAttemptMS: '', DueMS: '' } },
      );
    },

    ...forSweeper(deliveries),
  };
}
export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
