import type { Collection, Db } from 'mongodb';
import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';
import type { CallRecord } from '../../domain/call/call-record';
import { erasedCipher, type FieldCipher, type StoredText } from '../crypto/field-cipher';
import { isDuplicateKey } from './client';
import type { DataKeys } from './data-keys';

/** A call as the database holds it: what was said and found is JSON text, sealed under the job's data key. */
export type CallDocument = Omit<CallRecord, 'ID' | 'Messages' | 'Analysis' | 'StopReason' | 'Error'> & {
  _id: string;
  Messages: StoredText[];
  Analysis?: StoredText;
  StopReason?: StoredText;
  Error?: StoredText;
};
/** Which call something is written to, and by whose key. */
export type CallRef = Pick<CallRecord, 'ID' | 'JobID'>;
type Calls = Collection<CallDocument>;

const aadOf = (callId: string, field: 'Messages' | 'Analysis' | 'StopReason' | 'Error'): string => `${callId}/${field}`;
const sealMessage = (cipher: FieldCipher, callId: string, message: LLMMessage): StoredText | undefined =>
  cipher.sealDeterministic(JSON.stringify(message), aadOf(callId, 'Messages'));

/** A new record. What is found later is not in it. */
async function toDocument(call: CallRecord, dataKeys: DataKeys): Promise<CallDocument> {
  const { ID, Messages, Analysis: _later, StopReason: _none, Error, ...fields } = call;
  if (Messages.length === 0 && Error === undefined) return { ...fields, _id: ID, Messages: [] };
  const cipher = await dataKeys.of(call.JobID);
  const error = Error === undefined ? undefined : cipher.seal(Error, aadOf(ID, 'Error'));
  return {
    ...fields,
    _id: ID,
    Messages: Messages.map((message) => sealMessage(cipher, ID, message)).filter((text) => text !== undefined),
    ...(error === undefined ? {} : { Error: error }),
  };
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

function toCallRecord(document: CallDocument, cipher: FieldCipher): CallRecord {
  const { _id, Messages, Analysis, StopReason, Error, ...rest } = document;
  const open = (field: 'Messages' | 'Analysis' | 'StopReason' | 'Error', stored?: StoredText): string | undefined =>
    stored === undefined ? undefined : cipher.open(stored, aadOf(_id, field));
  const [analysis, stopReason, error] = [
    open('Analysis', Analysis),
    open('StopReason', StopReason),
    open('Error', Error),
  ];
  return {
    ...rest,
    ID: _id,
    Messages: Messages.map((text) => open('Messages', text))
      .filter((text) => text !== undefined)
      .map((text) => JSON.parse(text) as LLMMessage),
    ...(analysis === undefined ? {} : { Analysis: JSON.parse(analysis) as CallAnalysis }),
    ...(stopReason === undefined ? {} : { StopReason: stopReason }),
    ...(error === undefined ? {} : { Error: error }),
  };
}
const hydrateCall = async (document: CallDocument, dataKeys: DataKeys): Promise<CallRecord> =>
  toCallRecord(document, await dataKeys.of(document.JobID));

/** Not erased: a worker that was taken for lost may still know the key, or need none. */
const notErasedFilter = { Erased: { $exists: false } };
const openFilter = { State: { $in: ['creating', 'active'] as CallRecord['State'][] } };

/** What the worker that carries a call writes while it does. */
const duringCall = (calls: Calls, dataKeys: DataKeys) => ({
  /** Says that a worker still carries the call. @returns the record's wishes, or `undefined` when the call was closed: hang up then */
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

  /** @param mediaAddress where the call can be heard, when it can */
  markAnswered: async (callId: string, atMs: number, mediaAddress?: string): Promise<void> => {
    const heardAt = mediaAddress === undefined ? {} : { MediaAddress: mediaAddress };
    await calls.updateOne({ _id: callId, ...openFilter }, { $set: { State: 'active', ConnectedMS: atMs, ...heardAt } });
  },

  /** Adds what was said. Said again at the same instant it is the same message, and adds nothing; to an erased call neither. */
  addMessage: async ({ ID, JobID }: CallRef, message: LLMMessage): Promise<void> => {
    const sealed = sealMessage(await dataKeys.of(JobID), ID, message);
    if (sealed !== undefined)
      await calls.updateOne({ _id: ID, ...notErasedFilter }, { $addToSet: { Messages: sealed } });
  },
});

/** What keeps a phone from ringing twice. */
const claims = (calls: Calls, dataKeys: DataKeys) => ({
  /** Writes the record of an attempt unless there is one. */
  create: async (call: CallRecord): Promise<void> => {
    const { _id, ...fields } = await toDocument(call, dataKeys);
    await calls.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  },

  /** The fence before the line: writes the record of an attempt that is about to be dialed. True for exactly one caller ever. */
  claim: async (call: CallRecord): Promise<boolean> => {
    try {
      await calls.insertOne(await toDocument(call, dataKeys));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  /** Notes when an open call was first suspected to have lost its worker; a renewal clears it. @returns that time, `undefined` when closed */
  markSuspected: async (callId: string, nowMs: number): Promise<number | undefined> => {
    const document = await calls.findOneAndUpdate(
      { _id: callId, ...openFilter },
      { $min: { SuspectedMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document?.SuspectedMS;
  },
});

/** What is kept of a call, and what is taken away. */
const afterCall = (calls: Calls, dataKeys: DataKeys) => ({
  saveAnalysis: async ({ ID, JobID }: CallRef, analysis: CallAnalysis): Promise<void> => {
    const sealed = (await dataKeys.of(JobID)).seal(JSON.stringify(analysis), aadOf(ID, 'Analysis'));
    if (sealed !== undefined) await calls.updateOne({ _id: ID, ...notErasedFilter }, { $set: { Analysis: sealed } });
  },

  /** Says which files are stored. @returns false when the call was erased meanwhile, or is not known: the files must go again */
  saveRecordings: async (callId: string, files: readonly string[]): Promise<boolean> => {
    const { matchedCount } = await calls.updateOne(
      { _id: callId, ...notErasedFilter },
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

  /** Where the recordings of a job's calls are; needs no key. */
  listRefsByJob: async (jobId: string): Promise<Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>[]> => {
    const found = await calls.find({ JobID: jobId }, { projection: { OrgID: 1, CampaignID: 1, JobID: 1 } }).toArray();
    return found.map(({ _id, OrgID, CampaignID, JobID }) => ({ ID: _id, OrgID, CampaignID, JobID }));
  },
});

/** The call records: one per attempt, written before anything rings. */
export function createCallsRepository(db: Db, dataKeys: DataKeys) {
  const calls = db.collection<CallDocument>('calls');
  const find = async (callId: string): Promise<CallRecord | undefined> => {
    const document = await calls.findOne({ _id: callId });
    return document ? hydrateCall(document, dataKeys) : undefined;
  };

  return {
    find,

    /** The call as its owner knows it: by every part of its path, so that no tenant sees another's. */
    findInJob: async (key: CallKey): Promise<CallRecord | undefined> => {
      const { orgId, campaignId, jobId, callId } = key;
      const document = await calls.findOne({ _id: callId, OrgID: orgId, CampaignID: campaignId, JobID: jobId });
      return document ? hydrateCall(document, dataKeys) : undefined;
    },

    ...claims(calls, dataKeys),
    ...duringCall(calls, dataKeys),

    /** Closes a call that is open; the first to close it wins. @returns the record as it stands then */
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

    /** All calls of a job, oldest first. */
    listByJob: async (jobId: string): Promise<CallRecord[]> => {
      const found = await calls.find({ JobID: jobId }).sort({ Attempt: 1 }).toArray();
      const cipher = found.length === 0 ? erasedCipher : await dataKeys.of(jobId);
      return found.map((document) => toCallRecord(document, cipher));
    },

    /** Asks whoever carries the call to hang up. @returns the call, or `undefined` when it is not open */
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
