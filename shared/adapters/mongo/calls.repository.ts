import type { Collection, Db } from 'mongodb';
import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';
import type { CallRecord } from '../../domain/call/call-record';

/** A call as the database holds it: what was said and found is JSON text. */
export type CallDocument = Omit<CallRecord, 'ID' | 'Messages' | 'Analysis'> & {
  _id: string;
  Messages: string[];
  Analysis?: string;
};

/** How a call is closed. */
export interface CallEnd {
  state: 'ended' | 'failed';
  endedMs: number;
  endedReason?: EndedReason | undefined;
  connectedMs?: number | undefined;
  error?: string | undefined;
}

function callFrom({ _id, Messages, Analysis, ...rest }: CallDocument): CallRecord {
  return {
    ...rest,
    ID: _id,
    Messages: Messages.map((text) => JSON.parse(text) as LLMMessage),
    ...(Analysis === undefined ? {} : { Analysis: JSON.parse(Analysis) as CallAnalysis }),
  };
}

const open = { State: { $in: ['creating', 'active'] as CallRecord['State'][] } };

/** What the worker that carries a call writes while it does. */
const onTheLine = (calls: Collection<CallDocument>) => ({
  /** The fence before the line: true for exactly one caller ever, who may then dial. */
  claimDial: async (callId: string, nowMs: number): Promise<boolean> => {
    const claim = await calls.updateOne(
      { _id: callId, State: 'creating', DialedMS: { $exists: false } },
      { $set: { DialedMS: nowMs, AliveMS: nowMs } },
    );
    return claim.matchedCount === 1;
  },

  /** Says that a worker still carries the call. @returns the record's wishes, or `undefined` when the call was closed: hang up then */
  renew: async (callId: string, nowMs: number): Promise<{ stopRequested: boolean } | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...open },
      { $set: { AliveMS: nowMs } },
      { projection: { StopRequestedMS: 1 } },
    );
    return document ? { stopRequested: document.StopRequestedMS !== undefined } : undefined;
  },

  markRinging: async (callId: string, atMs: number): Promise<void> => {
    await calls.updateOne({ _id: callId, ...open }, { $set: { RingingMS: atMs } });
  },

  markAnswered: async (callId: string, atMs: number): Promise<void> => {
    await calls.updateOne({ _id: callId, ...open }, { $set: { State: 'active', ConnectedMS: atMs } });
  },

  addMessage: async (callId: string, message: LLMMessage): Promise<void> => {
    await calls.updateOne({ _id: callId }, { $addToSet: { Messages: JSON.stringify(message) } });
  },
});

/** The call records: one per attempt, written before anything rings. */
export function createCallsRepository(db: Db) {
  const calls = db.collection<CallDocument>('calls');
  const find = async (callId: string): Promise<CallRecord | undefined> => {
    const document = await calls.findOne({ _id: callId });
    return document ? callFrom(document) : undefined;
  };

  return {
    find,

    /** Writes the record of an attempt that is to be made; a repeat finds it there and changes nothing. */
    create: async (call: CallRecord): Promise<void> => {
      const { ID, Messages: _none, Analysis: _later, ...fields } = call;
      await calls.updateOne({ _id: ID }, { $setOnInsert: { ...fields, Messages: [] } }, { upsert: true });
    },

    ...onTheLine(calls),

    /** Closes a call that is open; the first to close it wins. @returns the record as it stands then */
    close: async (callId: string, end: CallEnd): Promise<CallRecord | undefined> => {
      const { state, endedMs, endedReason, connectedMs, error } = end;
      const set = {
        State: state,
        EndedMS: endedMs,
        ...(endedReason === undefined ? {} : { EndedReason: endedReason }),
        ...(connectedMs === undefined ? {} : { ConnectedMS: connectedMs }),
        ...(error === undefined ? {} : { Error: error }),
      };
      await calls.updateOne({ _id: callId, ...open }, { $set: set });
      return find(callId);
    },

    saveAnalysis: async (callId: string, analysis: CallAnalysis): Promise<void> => {
      await calls.updateOne({ _id: callId }, { $set: { Analysis: JSON.stringify(analysis) } });
    },

    /** All calls of a job, oldest first. */
    listByJob: async (jobId: string): Promise<CallRecord[]> =>
      (await calls.find({ JobID: jobId }).sort({ Attempt: 1 }).toArray()).map(callFrom),

    /** Asks whoever carries the call to hang up. @returns the call, or `undefined` when it is not open */
    requestStop: async (callId: string, nowMs: number, reason?: string): Promise<CallRecord | undefined> => {
      const document = await calls.findOneAndUpdate(
        { _id: callId, ...open },
        { $min: { StopRequestedMS: nowMs }, ...(reason === undefined ? {} : { $set: { StopReason: reason } }) },
        { returnDocument: 'after' },
      );
      return document ? callFrom(document) : undefined;
    },
  };
}
export type CallsRepository = ReturnType<typeof createCallsRepository>;
