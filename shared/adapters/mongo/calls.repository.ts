import type { Db } from 'mongodb';
import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';
import type { CallRecord, CallSummary } from '../../domain/call/call-record';
import {
  aadOf,
  hydrateCall,
  hydrateSummary,
  sealMessage,
  summaryFields,
  toDocument,
  type CallDocument,
  type CallRef,
  type CallSummaryDocument,
  type Calls,
} from './call.document';
import { isDuplicateKey } from './client';
import type { DataKeys } from './data-keys';
import { takePage, type PageSize } from './take-page';

export type { CallDocument } from './call.document';

/** Identifies a call by every part of its path. */
export interface CallKey {
  orgId: string;
  campaignId: string;
  jobId: string;
  callId: string;
}

/** How a call ended. */
export interface CallEnd {
  state: 'ended' | 'failed';
  endedMs: number;
  endedReason?: EndedReason | undefined;
  connectedMs?: number | undefined;
  error?: string | undefined;
}

/** Excludes erased calls: a worker that was presumed lost may still hold the key, or need none. */
const notErasedFilter = { Erased: { $exists: false } };
const openFilter = { State: { $in: ['creating', 'active'] as CallRecord['State'][] } };

/** Writes of the worker that handles a call. */
const duringCall = (calls: Calls, dataKeys: DataKeys) => ({
  /** Renews the worker's lease. @returns the pending requests, or `undefined` when the call was closed: then hang up */
  renewLease: async (callId: string, nowMs: number): Promise<{ stopRequested: boolean } | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...openFilter },
      { $set: { AliveMS: nowMs }, $unset: { SuspectedMS: '' } },
      { projection: { StopRequestedMS: 1 } },
    );
    return document ? { stopRequested: document.StopRequestedMS !== undefined } : undefined;
  },

  markRinging: async (callId: string, atMs: number): Promise<void> => {
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: { RingingMS: atMs } });
  },

  /** @param mediaAddress where listeners reach the call's audio */
  markAnswered: async (callId: string, atMs: number, mediaAddress?: string): Promise<void> => {
    const media = mediaAddress === undefined ? {} : { MediaAddress: mediaAddress };
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: { State: 'active', ConnectedMS: atMs, ...media } });
  },

  /** Adds a message. A repeat of the same message adds nothing; nothing is added to an erased call. */
  addMessage: async ({ ID, JobID }: CallRef, message: LLMMessage): Promise<void> => {
    const sealed = sealMessage(await dataKeys.of(JobID), ID, message);
    if (sealed !== undefined)
      await calls.updateOne({ _id: ID, ...notErasedFilter }, { $addToSet: { Messages: sealed } });
  },
});

/** Keeps a phone from ringing twice. */
const claims = (calls: Calls, dataKeys: DataKeys) => ({
  /** Writes the record of an attempt unless it exists. */
  create: async (call: CallRecord): Promise<void> => {
    const { _id, ...fields } = await toDocument(call, dataKeys);
    await calls.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  },

  /** Claims an attempt by inserting its record right before it is dialed. Returns true for exactly one caller, ever. */
  claim: async (call: CallRecord): Promise<boolean> => {
    try {
      await calls.insertOne(await toDocument(call, dataKeys));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  /**
   * Records when an open call was first suspected to have lost its worker; a renewal clears it.
   * @returns that time, `undefined` when closed
   */
  markSuspected: async (callId: string, nowMs: number): Promise<number | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...openFilter },
      { $min: { SuspectedMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document?.SuspectedMS;
  },
});

/** What is stored after a call, and its erasure. */
const afterCall = (calls: Calls, dataKeys: DataKeys) => ({
  /** Counts a repeated attempt to analyze the call, before it is made. @returns how many there were, this one included */
  countRepeatedAnalysis: async (callId: string): Promise<number> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId },
      { $inc: { RepeatedAnalyses: 1 } },
      { returnDocument: 'after', projection: { RepeatedAnalyses: 1 } },
    );
    return document?.RepeatedAnalyses ?? 0;
  },

  saveAnalysis: async ({ ID, JobID }: CallRef, analysis: CallAnalysis): Promise<void> => {
    const sealed = (await dataKeys.of(JobID)).seal(JSON.stringify(analysis), aadOf(ID, 'Analysis'));
    if (sealed !== undefined) await calls.updateOne({ _id: ID, ...notErasedFilter }, { $set: { Analysis: sealed } });
  },

  /**
   * Records which files are stored.
   * @returns false when the call is erased or missing: then the files must be deleted
   */
  saveRecordings: async (callId: string, files: readonly string[]): Promise<boolean> => {
    const { matchedCount } = await calls.updateOne(
      { _id: callId, ...notErasedFilter },
      { $set: { Recordings: [...files] } },
    );
    return matchedCount === 1;
  },

  /**
   * Erases messages, analyses and reasons of a job's calls. Nothing more is stored for them; their files are deleted
   * next.
   */
  eraseByJob: async (jobId: string): Promise<void> => {
    await calls.updateMany(
      { JobID: jobId },
      { $set: { Messages: [], Erased: true }, $unset: { Analysis: '', StopReason: '', Error: '', Recordings: '' } },
    );
  },

  /** Locates the recordings of a job's calls; needs no key. */
  listRefsByJob: async (jobId: string): Promise<Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>[]> => {
    const found = await calls.find({ JobID: jobId }, { projection: { OrgID: 1, CampaignID: 1, JobID: 1 } }).toArray();
    return found.map(({ _id, OrgID, CampaignID, JobID }) => ({ ID: _id, OrgID, CampaignID, JobID }));
  },
});

/** All calls of a job, oldest first: by its id alone, for workflows, or within its organization, for the API. */
function createCallLists(calls: Calls, dataKeys: DataKeys) {
  const listSummaries = async (filter: { JobID: string; OrgID?: string }): Promise<CallSummary[]> => {
    const found = calls.find(filter).sort({ Attempt: 1 }).project<CallSummaryDocument>(summaryFields);
    return Promise.all((await found.toArray()).map((document) => hydrateSummary(document, dataKeys)));
  };
  return {
    listSummariesByJob: (jobId: string) => listSummaries({ JobID: jobId }),
    listSummariesInJob: ({ orgId, jobId }: Pick<CallKey, 'orgId' | 'jobId'>) =>
      listSummaries({ JobID: jobId, OrgID: orgId }),

    /** With the messages of every call. */
    listByJob: async (jobId: string): Promise<CallRecord[]> => {
      const found = await calls.find({ JobID: jobId }).sort({ Attempt: 1 }).toArray();
      return Promise.all(found.map((document) => hydrateCall(document, dataKeys)));
    },

    /** The latest calls of a job, oldest first: as many as fit. @param beforeAttempt only earlier ones */
    listLatestInJob: async (
      { orgId, jobId }: Pick<CallKey, 'orgId' | 'jobId'>,
      size: PageSize,
      beforeAttempt?: number,
    ): Promise<CallRecord[]> => {
      const before = beforeAttempt === undefined ? {} : { Attempt: { $lt: beforeAttempt } };
      const found = calls.find({ JobID: jobId, OrgID: orgId, ...before }).sort({ Attempt: -1 });
      const { documents } = await takePage(found, size);
      return Promise.all(documents.reverse().map((document) => hydrateCall(document, dataKeys)));
    },
  };
}

/** The call records: one per attempt, written before a phone rings. */
export function createCallsRepository(db: Db, dataKeys: DataKeys) {
  const calls = db.collection<CallDocument>('calls');
  const find = async (callId: string): Promise<CallRecord | undefined> => {
    const document = await calls.findOne({ _id: callId });
    return document ? hydrateCall(document, dataKeys) : undefined;
  };

  return {
    find,

    /** Finds a call by every part of its path, so that no tenant reads another's. */
    findInJob: async (key: CallKey): Promise<CallRecord | undefined> => {
      const { orgId, campaignId, jobId, callId } = key;
      const document = await calls.findOne({ _id: callId, OrgID: orgId, CampaignID: campaignId, JobID: jobId });
      return document ? hydrateCall(document, dataKeys) : undefined;
    },

    ...claims(calls, dataKeys),
    ...duringCall(calls, dataKeys),

    /** Closes an open call; the first writer wins. @returns the record after it */
    close: async ({ ID, JobID }: CallRef, end: CallEnd): Promise<CallRecord | undefined> => {
      const { state, endedMs, endedReason, connectedMs, error } = end;
      const sealed = error === undefined ? undefined : (await dataKeys.of(JobID)).seal(error, aadOf(ID, 'Error'));
      const set = {
        State: state,
        EndedMS: endedMs,
        ...(endedReason === undefined ? {} : { EndedReason: endedReason }),
        ...(connectedMs === undefined ? {} : { ConnectedMS: connectedMs }),
        ...(sealed === undefined ? {} : { Error: sealed }),
      };
      await calls.updateOne({ _id: ID, ...openFilter }, { $set: set });
      return find(ID);
    },

    ...afterCall(calls, dataKeys),

    ...createCallLists(calls, dataKeys),

    /** Requests that the worker hangs up. @returns the call, or `undefined` when it is not open */
    requestStop: async ({ ID, JobID }: CallRef, nowMs: number, reason?: string): Promise<CallRecord | undefined> => {
      const sealed =
        reason === undefined ? undefined : (await dataKeys.of(JobID)).seal(reason, aadOf(ID, 'StopReason'));
      const document = await calls.findOneAndUpdate(
        { _id: ID, ...openFilter },
        { $min: { StopRequestedMS: nowMs }, ...(sealed === undefined ? {} : { $set: { StopReason: sealed } }) },
        { returnDocument: 'after' },
      );
      return document ? hydrateCall(document, dataKeys) : undefined;
    },
  };
}
export type CallsRepository = ReturnType<typeof createCallsRepository>;
