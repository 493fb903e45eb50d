import type { Db } from 'mongodb';
import type { CallAnalysis } from '../../domain/call/call';
import { openCallStates, type CallRecord, type CallSummary } from '../../domain/call/call-record';
import type { InCallEvent } from '../../domain/call/in-call-event';
import type { LineRecord } from '../../domain/call/line';
import {
  aadOf,
  hydrateCall,
  notErasedFilter,
  toDocument,
  type CallDocument,
  type CallRef,
  type Calls,
} from './call.document';
import { endFields, sealEvents, type CallEnd } from './call-end';
import { createCallCosts } from './call-costs';
import { createCallLeases, type CallLeases } from './call-leases';
import { createCallLists } from './call-lists';
import { createCallResults } from './call-results';
import { createCallReports } from './call-reports';
import { createCallMessages, type CallMessages } from './call-messages';
import { isDuplicateKey } from './client';
import type { DataKeys } from './data-keys';

export type { CallEnd } from './call-end';
export type { CallDocument } from './call.document';

/** Identifies a call by every part of its path. */
export interface CallKey {
  orgId: string;
  campaignId: string;
  jobId: string;
  callId: string;
}

const openFilter = { State: { $in: [...openCallStates] } };

/** Writes of the worker that handles a call. */
const duringCall = (calls: Calls, messages: CallMessages, dataKeys: DataKeys) => ({
  /** @returns true if the worker must hang up: a stop was requested, or another worker has closed the call */
  mustHangUp: async (callId: string): Promise<boolean> => {
    const running = { _id: callId, ...openFilter, StopRequestedMS: { $exists: false } };
    return (await calls.findOne(running, { projection: { _id: 1 } })) === null;
  },

  /** @param line what is known of the line so far */
  markRinging: async (callId: string, atMs: number, line?: LineRecord): Promise<void> => {
    const set = { RingingMS: atMs, ...(line === undefined ? {} : { Line: line }) };
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: set });
  },

  saveLine: async (callId: string, line: LineRecord): Promise<void> => {
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: { Line: line } });
  },

  /** Stores all events of a call so far, and when the contact asked to be called back. */
  saveEvents: async ({ ID, JobID }: CallRef, events: readonly InCallEvent[], callbackAtMs?: number): Promise<void> => {
    const sealed = sealEvents(await dataKeys.of(JobID), ID, events);
    const set = { ...sealed, ...(callbackAtMs === undefined ? {} : { CallbackAtMS: callbackAtMs }) };
    await calls.updateOne({ _id: ID, ...openFilter, ...notErasedFilter }, { $set: set });
  },

  markAnswered: async (callId: string, atMs: number): Promise<void> => {
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: { State: 'active', ConnectedMS: atMs } });
  },

  addMessage: messages.add,
  addMessages: messages.addAll,

  /** The messages of a call as it was read, in order. */
  readMessages: async (call: CallSummary) => (await messages.read(call)).Messages,
});

/** Keeps a phone from ringing twice. */
const claims = (calls: Calls, leases: CallLeases, dataKeys: DataKeys) => ({
  /** Writes the record of an attempt unless it exists. */
  create: async (call: CallSummary): Promise<void> => {
    const { _id, ...fields } = await toDocument(call, dataKeys);
    await calls.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  },

  /**
   * Claims an attempt by inserting its record right before it is dialed, and gets the lease on it. Returns true for
   * exactly one caller, ever.
   */
  claim: async (call: CallSummary): Promise<boolean> => {
    try {
      await calls.insertOne(await toDocument(call, dataKeys));
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    // After the claim: another worker's attempt to claim the call must not renew its lease.
    await leases.grant(call.ID, call.CreatedMS);
    return true;
  },
});

/** What is stored after a call, and its erasure. */
const afterCall = (calls: Calls, messages: CallMessages, dataKeys: DataKeys) => ({
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
      {
        $set: { Erased: true },
        $unset: {
          Analysis: '',
          StopReason: '',
          Error: '',
          Events: '',
          AgentReport: '',
          Recordings: '',
          'Line.ProviderCallID': '',
          CostDueMS: '',
          CostReads: '',
        },
      },
    );
    for await (const { _id } of calls.find({ JobID: jobId }, { projection: { _id: 1 } })) await messages.erase(_id);
  },

  /** Locates the recordings of a job's calls; needs no key. */
  listRefsByJob: async (jobId: string): Promise<Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>[]> => {
    const found = await calls.find({ JobID: jobId }, { projection: { OrgID: 1, CampaignID: 1, JobID: 1 } }).toArray();
    return found.map(({ _id, OrgID, CampaignID, JobID }) => ({ ID: _id, OrgID, CampaignID, JobID }));
  },
});

/** The call records: one per attempt, written before a phone rings. */
export function createCallsRepository(db: Db, dataKeys: DataKeys) {
  const calls = db.collection<CallDocument>('calls');
  const leases = createCallLeases(db);
  const messages = createCallMessages(db, calls, dataKeys);
  const find = async (callId: string): Promise<CallSummary | undefined> => {
    const document = await calls.findOne({ _id: callId });
    return document ? hydrateCall(document, dataKeys) : undefined;
  };

  return {
    find,

    /** Finds a call by every part of its path, so that no tenant reads another's. */
    findInJob: async (key: CallKey): Promise<CallSummary | undefined> => {
      const { orgId, campaignId, jobId, callId } = key;
      const document = await calls.findOne({ _id: callId, OrgID: orgId, CampaignID: campaignId, JobID: jobId });
      return document ? hydrateCall(document, dataKeys) : undefined;
    },

    ...claims(calls, leases, dataKeys),
    ...duringCall(calls, messages, dataKeys),

    /** Closes an open call and ends its lease; the first writer wins. @returns the record after it */
    close: async ({ ID, JobID }: CallRef, end: CallEnd): Promise<CallSummary | undefined> => {
      const set = await endFields(end, { ID, JobID }, dataKeys);
      const open = { _id: ID, ...openFilter };
      const closed = await calls.findOneAndUpdate(open, { $set: set }, { returnDocument: 'after' });
      await leases.end(ID);
      return closed === null ? find(ID) : hydrateCall(closed, dataKeys);
    },

    ...afterCall(calls, messages, dataKeys),

    ...createCallLists(calls, messages, dataKeys),
    ...createCallReports(calls, dataKeys),
    ...createCallResults(calls),
    ...createCallCosts(calls),

    /** Requests that the worker hangs up. @param by.agent set if the agent of the call does. @returns the call, or `undefined` when it is not open */
    requestStop: async (
      { ID, JobID }: CallRef,
      nowMs: number,
      { reason, byAgent = false }: { reason?: string | undefined; byAgent?: boolean } = {},
    ): Promise<CallSummary | undefined> => {
      const sealed =
        reason === undefined ? undefined : (await dataKeys.of(JobID)).seal(reason, aadOf(ID, 'StopReason'));
      const set = {
        ...(sealed === undefined ? {} : { StopReason: sealed }),
        ...(byAgent ? { StoppedByAgent: true as const } : {}),
      };
      const document = await calls.findOneAndUpdate(
        { _id: ID, ...openFilter },
        { $min: { StopRequestedMS: nowMs }, ...(Object.keys(set).length === 0 ? {} : { $set: set }) },
        { returnDocument: 'after' },
      );
      return document ? hydrateCall(document, dataKeys) : undefined;
    },
  };
}
export type CallsRepository = ReturnType<typeof createCallsRepository>;
