import type { Collection, Db } from 'mongodb';
import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';
import type { CallRecord } from '../../domain/call/call-record';
import { isDuplicateKey } from './client';

/** A call as the database holds it: what was said and found is JSON text. */
export type CallDocument = Omit<CallRecord, 'ID' | 'Messages' | 'Analysis'> & {
  _id: string;
  Messages: string[];
  Analysis?: string;
};

function documentOf({ ID, Messages, Analysis: _later, ...fields }: CallRecord): CallDocument {
  return { ...fields, _id: ID, Messages: Messages.map((message) => JSON.stringify(message)) };
}

/** Where a call stands. */
export interface CallKey {
  orgId: string;
  campaignId: string;
  jobId: string;
  callId: string;
}

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
  /** Says that a worker still carries the call. @returns the record's wishes, or `undefined` when the call was closed: hang up then */
  renew: async (callId: string, nowMs: number): Promise<{ stopRequested: boolean } | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...open },
      { $set: { AliveMS: nowMs }, $unset: { SuspectedMS: '' } },
      { projection: { StopRequestedMS: 1 } },
    );
    return document ? { stopRequested: document.StopRequestedMS !== undefined } : undefined;
  },

  markRinging: async (callId: string, atMs: number): Promise<void> => {
    await calls.updateOne({ _id: callId, ...open }, { $set: { RingingMS: atMs } });
  },

  /** @param mediaAddress where the call can be heard, when it can */
  markAnswered: async (callId: string, atMs: number, mediaAddress?: string): Promise<void> => {
    const heardAt = mediaAddress === undefined ? {} : { MediaAddress: mediaAddress };
    await calls.updateOne({ _id: callId, ...open }, { $set: { State: 'active', ConnectedMS: atMs, ...heardAt } });
  },

  addMessage: async (callId: string, message: LLMMessage): Promise<void> => {
    await calls.updateOne({ _id: callId }, { $addToSet: { Messages: JSON.stringify(message) } });
  },
});

/** What keeps a phone from ringing twice. */
const fence = (calls: Collection<CallDocument>) => ({
  /** Writes the record of an attempt unless there is one. */
  create: async (call: CallRecord): Promise<void> => {
    const { _id, ...fields } = documentOf(call);
    await calls.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  },

  /** The fence before the line: writes the record of an attempt that is about to be dialled. True for exactly one caller ever. */
  claim: async (call: CallRecord): Promise<boolean> => {
    try {
      await calls.insertOne(documentOf(call));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  /** Notes when an open call was first suspected to have lost its worker; a renewal clears it. @returns that time, `undefined` when closed */
  suspect: async (callId: string, nowMs: number): Promise<number | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...open },
      { $min: { SuspectedMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document?.SuspectedMS;
  },
});

/** What is kept of a call, and what is taken away. */
const afterwards = (calls: Collection<CallDocument>) => ({
  saveAnalysis: async (callId: string, analysis: CallAnalysis): Promise<void> => {
    await calls.updateOne({ _id: callId }, { $set: { Analysis: JSON.stringify(analysis) } });
  },

  /** Says which files are stored. @returns false when the call was erased meanwhile, or is not known: the files must go again */
  saveRecordings: async (callId: string, files: readonly string[]): Promise<boolean> => {
    const { matchedCount } = await calls.updateOne(
      { _id: callId, Erased: { $exists: false } },
      { $set: { Recordings: [...files] } },
    );
    return matchedCount === 1;
  },

  /** Erases what was said and found in a job's calls. From then on nothing more is stored for them; their files go next. */
  eraseByJob: async (jobId: string): Promise<void> => {
    await calls.updateMany(
      { JobID: jobId },
      { $set: { Messages: [], Erased: true }, $unset: { Analysis: '', StopReason: '', Error: '', Recordings: '' } },
    );
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

    /** The call as its owner knows it: by every part of its path, so that no tenant sees another's. */
    findInJob: async (key: CallKey): Promise<CallRecord | undefined> => {
      const { orgId, campaignId, jobId, callId } = key;
      const document = await calls.findOne({ _id: callId, OrgID: orgId, CampaignID: campaignId, JobID: jobId });
      return document ? callFrom(document) : undefined;
    },

    ...fence(calls),
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

    ...afterwards(calls),

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
