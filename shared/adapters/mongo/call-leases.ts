import type { Db } from 'mongodb';

/** The lease of the worker that handles a call. Small, because it is the most frequent write of the service. */
export interface CallLease {
  /** When the worker last renewed it, by its own clock; absent if the worker was lost before it got the lease. */
  RenewedMS?: number;
  /** When the worker was first suspected to be lost. Renewing the lease clears it. */
  SuspectedMS?: number;
}

/** The leases of open calls: one document for each, from its claim until the call is closed. */
export function createCallLeases(db: Db) {
  const leases = db.collection<CallLease & { _id: string }>('call_leases');
  return {
    /** Gives the worker that has claimed a call its lease. Durable, so that each renewal finds it. */
    grant: async (callId: string, nowMs: number): Promise<void> => {
      await leases.updateOne({ _id: callId }, { $set: { RenewedMS: nowMs } }, { upsert: true });
    },

    /**
     * Renews the lease, unless it has ended. The primary alone confirms it: a renewal that a failover loses only makes
     * the worker look lost for longer.
     */
    renew: async (callId: string, nowMs: number): Promise<void> => {
      await leases.updateOne(
        { _id: callId },
        { $set: { RenewedMS: nowMs }, $unset: { SuspectedMS: '' } },
        { writeConcern: { w: 1 } },
      );
    },

    find: async (callId: string): Promise<CallLease | undefined> =>
      (await leases.findOne({ _id: callId })) ?? undefined,

    /** Records when the call's worker was first suspected to be lost; a renewal clears it. @returns that time */
    markSuspected: async (callId: string, nowMs: number): Promise<number> => {
      const lease = await leases.findOneAndUpdate(
        { _id: callId },
        { $min: { SuspectedMS: nowMs } },
        { upsert: true, returnDocument: 'after' },
      );
      return lease?.SuspectedMS ?? nowMs;
    },

    /** Removes the lease of a closed call. Idempotent. */
    end: async (callId: string): Promise<void> => {
      await leases.deleteOne({ _id: callId });
    },
  };
}
export type CallLeases = ReturnType<typeof createCallLeases>;
