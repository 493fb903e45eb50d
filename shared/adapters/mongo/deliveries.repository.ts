import type { Db } from 'mongodb';
import type { DeliveryState } from '../../domain/webhook/attempt';
import { failurePostponementMs, postponementMs } from '../../domain/overdue';
import { subjectOf, type OutboundEvent } from '../../domain/webhook/event';
import { ignoreDuplicates } from './client';
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
import { createDeliveryErasure } from './delivery-erasure';
import { createDeliveryLists } from './delivery-lists';

export type { Delivery, DeliveryAttempt } from './delivery.document';

/** The id of a delivery, derived from its webhook, and the subject and number of its event. */
export const deliveryId = (key: { webhookId: string; jobId: string; sequence: number }): string =>
  `${key.webhookId}-${key.jobId}-${key.sequence}`;

/** A pending delivery is started again when its attempt is overdue by this long. */
export const deliveryGraceMs = 30_000;
/** A delivery that stays queued is checked ever more rarely, but at least every ten minutes. */
const postponementBounds = { minMs: deliveryGraceMs, maxMs: 600_000 };
const discardBatches = { size: 1_000, max: 5 } as const;
/** A delivery that is redelivered repeatedly keeps this many of its latest attempts. */
const maxStoredAttempts = 100;

const latenessOf = ({ NextAttemptMS, CreatedMS }: Delivery, nowMs: number): number =>
  nowMs - (NextAttemptMS ?? CreatedMS);

/** Overdue deliveries. */
const sweeperQueries = (deliveries: Deliveries) => {
  /** Moves the deadline, unless it has changed. @returns the delivery with the new deadline */
  const moveDeadline = async (delivery: Delivery, DueMS: number): Promise<Delivery | undefined> => {
    if (delivery.DueMS === undefined) return undefined;
    const unchanged = { _id: delivery.ID, DueMS: delivery.DueMS };
    const { matchedCount } = await deliveries.updateOne(unchanged, { $set: { DueMS } });
    return matchedCount === 1 ? { ...delivery, DueMS } : undefined;
  };
  return {
    /** Overdue deliveries, most overdue first. @param withoutOrgIds leaves out those of these organizations */
    findDue: async (nowMs: number, limit: number, withoutOrgIds: readonly string[] = []): Promise<Delivery[]> => {
      const others = withoutOrgIds.length === 0 ? {} : { OrgID: { $nin: [...withoutOrgIds] } };
      const found = deliveries.find({ DueMS: { $lt: nowMs }, ...others }).sort({ DueMS: 1 });
      return (await found.limit(limit).toArray()).map((document) => toDelivery(document));
    },

    /**
     * Claims an overdue delivery for this process by postponing it, ever longer while it stays overdue.
     * @returns the claimed delivery, or `undefined` when another process claimed it or it is no longer overdue
     */
    claim: (delivery: Delivery, nowMs: number): Promise<Delivery | undefined> =>
      moveDeadline(delivery, nowMs + postponementMs(latenessOf(delivery, nowMs), postponementBounds)),

    /** Makes a claimed delivery overdue again soon, because its repair failed. */
    release: async (claimed: Delivery, nowMs: number): Promise<void> => {
      await moveDeadline(claimed, nowMs + failurePostponementMs(latenessOf(claimed, nowMs)));
    },

    /** Clears the deadline of a discarded delivery, once its workflow was woken. */
    markWoken: async (id: string): Promise<void> => {
      await deliveries.updateOne({ _id: id, State: 'discarded' }, { $unset: { DueMS: '' } });
    },
  };
};

/**
 * Ends the pending deliveries of a webhook, up to a limit: the caller may be a request. Each of the others ends at its
 * next attempt, which finds the webhook disabled or deleted. The sweeper ends the workflows, which may wait for hours.
 * @returns how many it ended
 */
const createDiscardAll =
  (deliveries: Deliveries) =>
  async (webhookId: string, nowMs: number): Promise<number> => {
    const pending = { WebhookID: webhookId, State: 'pending' as const };
    const discarded = { $set: { State: 'discarded' as const, DueMS: nowMs }, $unset: { NextAttemptMS: '' as const } };
    let ended = 0;
    for (let batch = 0; batch < discardBatches.max; batch++) {
      const found = deliveries.find(pending, { projection: { _id: 1 } }).limit(discardBatches.size);
      const ids = (await found.toArray()).map(({ _id }) => _id);
      if (ids.length > 0)
        ended += (await deliveries.updateMany({ ...pending, _id: { $in: ids } }, discarded)).modifiedCount;
      if (ids.length < discardBatches.size) break;
    }
    return ended;
  };

/** Ends deliveries other than by an attempt, and reopens them. */
const endings = (deliveries: Deliveries) => ({
  discardAll: createDiscardAll(deliveries),

  /** Ends a delivery whose webhook no longer exists. */
  discard: async (id: string): Promise<void> => {
    await deliveries.updateOne(
      { _id: id, State: 'pending' },
      { $set: { State: 'discarded' }, $unset: { NextAttemptMS: '', DueMS: '' } },
    );
  },

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

  /** Makes the next attempt of a pending delivery due now. Its workflow makes it once it is woken. */
  hasten: async (id: string, nowMs: number): Promise<void> => {
    await deliveries.updateOne(
      { _id: id, State: 'pending' },
      { $set: { NextAttemptMS: nowMs, DueMS: nowMs + deliveryGraceMs, Hastened: true } },
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

/** What an attempt changes besides adding itself, with the condition for each way. */
function createMoves(
  { NextAttemptMS: expectedMs }: Pick<Delivery, 'NextAttemptMS'>,
  { State, NextAttemptMS: next }: Pick<Delivery, 'State' | 'NextAttemptMS'>,
) {
  if (next === undefined) {
    const $unset = { NextAttemptMS: '', DueMS: '', Hastened: '' } as const;
    return [{ expected: {}, move: { $set: { State }, $unset } }];
  }
  const move = {
    $set: { State, NextAttemptMS: next, DueMS: next + deliveryGraceMs },
    $unset: { Hastened: '' } as const,
  };
  if (expectedMs === undefined) return [{ expected: {}, move }];
  return [
    { expected: { NextAttemptMS: expectedMs }, move },
    { expected: {}, move: {} },
  ];
}

const createDelivery = (webhookId: string, event: OutboundEvent, nowMs: number): Omit<DeliveryDocument, '_id'> => ({
  WebhookID: webhookId,
  OrgID: event.orgId,
  ...(event.jobId === undefined ? {} : { JobID: event.jobId }),
  Event: event,
  State: 'pending',
  Attempts: [],
  // The response to the event of an erasure arrives after the erasure: never store it.
  ...('state' in event && event.state === 'deleted' ? { BodiesErased: true } : {}),
  CreatedMS: nowMs,
  NextAttemptMS: nowMs,
  DueMS: nowMs + deliveryGraceMs,
});

/** The outbox of webhooks: a delivery is written before its workflow starts, and keeps its attempts. */
export function createDeliveriesRepository(db: Db, dataKeys: DataKeys) {
  const deliveries = db.collection<DeliveryDocument>('webhook_deliveries');
  /** Writes new deliveries in one request; existing ones stay as they are. */
  const openAll = async (
    opened: readonly { webhookId: string; event: OutboundEvent }[],
    nowMs: number,
  ): Promise<void> => {
    if (opened.length === 0) return;
    const documents = opened.map(({ webhookId, event }) => ({
      _id: deliveryId({ webhookId, jobId: subjectOf(event), sequence: event.sequence }),
      ...createDelivery(webhookId, event, nowMs),
    }));
    await deliveries.insertMany(documents, { ordered: false }).catch(ignoreDuplicates);
  };

  return {
    idOf: deliveryId,

    /** Writes a new delivery; a repeat changes nothing. */
    open: (webhookId: string, event: OutboundEvent, nowMs: number) => openAll([{ webhookId, event }], nowMs),
    openAll,

    find: async (id: string): Promise<Delivery | undefined> => {
      const document = await deliveries.findOne({ _id: id });
      return document ? hydrateDelivery(document, dataKeys) : undefined;
    },

    /**
     * Adds an attempt, once per number, together with the delivery's next state. A delivery that has ended keeps its
     * state. A delivery that was hastened during the attempt keeps the instant of its next one.
     * @param delivery as it was read before the attempt
     * @returns the state after it
     */
    recordAttempt: async (
      delivery: Pick<Delivery, 'ID' | 'Event' | 'NextAttemptMS'>,
      attempt: DeliveryAttempt,
      then: Pick<Delivery, 'State' | 'NextAttemptMS'>,
    ): Promise<DeliveryState> => {
      const id = delivery.ID;
      const notRecorded = { _id: id, 'Attempts.Number': { $ne: attempt.Number } };
      const pushes = await createPushes(delivery, attempt, dataKeys);
      for (const { expected, move } of createMoves(delivery, then)) {
        for (const { filter, push } of pushes) {
          const open = { ...notRecorded, ...filter, ...expected, State: 'pending' as const };
          if ((await deliveries.updateOne(open, { ...push, ...move })).matchedCount === 1) return then.State;
        }
      }
      for (const { filter, push } of pushes) await deliveries.updateOne({ ...notRecorded, ...filter }, push);
      return (await deliveries.findOne({ _id: id }, { projection: { State: 1 } }))?.State ?? 'discarded';
    },

    ...endings(deliveries),
    ...createDeliveryErasure(deliveries),
    ...sweeperQueries(deliveries),
    ...createDeliveryLists(deliveries, dataKeys),
  };
}
export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
