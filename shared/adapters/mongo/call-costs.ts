import { costDueMs, type CallCost } from '../../domain/call/cost';
import type { LineRecord } from '../../domain/call/line';
import { notErasedFilter, type Calls } from './call.document';

/** A call whose cost is to be asked for. */
export interface DueCost {
  /** Of the call. */
  ID: string;
  Line: LineRecord;
  EndedMS: number;
  CostDueMS: number;
  CostReads: number;
}

/** The costs of calls that have ended, which their providers know later. */
export const createCallCosts = (calls: Calls) => ({
  findCostsDue: async (nowMs: number, limit: number): Promise<DueCost[]> => {
    const projection = { Line: 1, EndedMS: 1, CostDueMS: 1, CostReads: 1 } as const;
    const found = await calls
      .find({ CostDueMS: { $lte: nowMs } }, { projection })
      .sort({ CostDueMS: 1 })
      .limit(limit)
      .toArray();
    return found.flatMap(({ _id: ID, Line, EndedMS = 0, CostDueMS = 0, CostReads = 0 }) =>
      Line === undefined ? [] : [{ ID, Line, EndedMS, CostDueMS, CostReads }],
    );
  },

  /** Claims one read, before it is made: so many are made at most, whatever fails. @returns false if another process has it */
  claimCostRead: async ({ ID, Line, EndedMS, CostDueMS, CostReads }: DueCost): Promise<boolean> => {
    const reads = CostReads + 1;
    const nextMs = costDueMs(Line, { endedMs: EndedMS, reads });
    const next =
      nextMs === undefined
        ? { $unset: { CostDueMS: '' as const, CostReads: '' as const } }
        : { $set: { CostDueMS: nextMs, CostReads: reads } };
    return (await calls.updateOne({ _id: ID, CostDueMS }, next)).matchedCount === 1;
  },

  saveCost: async (callId: string, { Cost, CostUnit }: CallCost): Promise<void> => {
    const set = { 'Line.Cost': Cost, 'Line.CostUnit': CostUnit };
    const done = { $set: set, $unset: { CostDueMS: '', CostReads: '' } } as const;
    await calls.updateOne({ _id: callId, ...notErasedFilter }, done);
  },
});
