import type { Collection, Db } from 'mongodb';
import type { StoredText } from '../crypto/field-cipher';
import { jobIdOfCall } from '../../domain/call/call-record';
import {
  forbidden,
  type SipCallEntry,
  type SipCallLog,
  type SipOutcome,
  type SipSignaling,
} from '../telephony/sip/call-log';
import type { DataKeys } from './data-keys';
import { isDuplicateKey } from './errors';

/** One attempt over a trunk of SIP. Without `Signaling` it holds nothing of the number. */
export interface SipCallDocument {
  /** The key of the attempt. */
  _id: string;
  JobID: string;
  AtMS: number;
  /**
   * What another process needs to end the call: JSON, sealed under the job's data key, because its URIs hold the number. It
   * is removed with the end of the call.
   */
  Signaling?: StoredText;
  Outcome?: SipOutcome;
}

/** The job of a call was erased: nothing may be stored for it, so it must not be placed. */
export class SipCallErasedError extends Error {
  override name = 'SipCallErasedError';
}

const aadOf = (attemptKey: string): string => `${attemptKey}/SipSignaling`;

/** The log of the calls over trunks of SIP, which every process can read. */
export interface SipCalls extends SipCallLog {
  /** Removes what the calls of a job hold of its number. Calls that are open can no longer be ended by another process. */
  eraseByJob(jobId: string): Promise<void>;
}

export function createSipCallsRepository(db: Db, dataKeys: DataKeys): SipCalls {
  const calls: Collection<SipCallDocument> = db.collection('sip_calls');
  const seal = async (attemptKey: string, jobId: string, signaling: SipSignaling): Promise<StoredText> => {
    const sealed = (await dataKeys.of(jobId)).seal(JSON.stringify(signaling), aadOf(attemptKey));
    if (sealed === undefined) throw new SipCallErasedError(`The job of ${attemptKey} was erased.`);
    return sealed;
  };
  const isOpen = { Outcome: { $exists: false } };
  return {
    begin: async ({ attemptKey, jobId, atMs }, signaling) => {
      const Signaling = await seal(attemptKey, jobId, signaling);
      try {
        await calls.insertOne({ _id: attemptKey, JobID: jobId, AtMS: atMs, Signaling });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    advance: async (attemptKey, signaling) => {
      const found = await calls.findOne({ _id: attemptKey, ...isOpen }, { projection: { JobID: 1 } });
      if (found === null) return false;
      const Signaling = await seal(attemptKey, found.JobID, signaling);
      // An erasure, or another process that ended the call, may have come between.
      const filter = { _id: attemptKey, ...isOpen, Signaling: { $exists: true } };
      return (await calls.updateOne(filter, { $set: { Signaling } })).matchedCount === 1;
    },
    end: async (attemptKey, outcome) => {
      await calls.updateOne({ _id: attemptKey, ...isOpen }, { $set: { Outcome: outcome }, $unset: { Signaling: '' } });
    },
    find: async (attemptKey) => {
      const found = await calls.findOne({ _id: attemptKey });
      return found === null ? undefined : toEntry(found, dataKeys);
    },
    forbid: async (attemptKey, atMs) => {
      try {
        const JobID = jobIdOfCall(attemptKey);
        await calls.insertOne({ _id: attemptKey, JobID, AtMS: atMs, Outcome: forbidden(atMs) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    eraseByJob: async (jobId) => {
      await calls.updateMany({ JobID: jobId }, { $unset: { Signaling: '' } });
    },
  };
}

async function toEntry({ _id, JobID, Signaling, Outcome }: SipCallDocument, dataKeys: DataKeys): Promise<SipCallEntry> {
  if (Outcome !== undefined || Signaling === undefined) return Outcome === undefined ? {} : { outcome: Outcome };
  const opened = (await dataKeys.of(JobID)).open(Signaling, aadOf(_id));
  return opened === undefined ? {} : { signaling: JSON.parse(opened) as SipSignaling };
}
