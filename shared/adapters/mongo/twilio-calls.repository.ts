import type { Db, UpdateFilter } from 'mongodb';
import { jobIdOfCall } from '../../domain/call/call-record';
import type { StoredText } from '../crypto/field-cipher';
import { AttemptKnownError, type LoggedTwilioCall, type TwilioCallLog } from '../telephony/twilio/call-log';
import type { LegEnd } from '../telephony/telephony';
import { isDuplicateKey } from './client';
import type { DataKeys } from './data-keys';

interface TwilioCallDocument {
  /** The key of the attempt. */
  _id: string;
  JobID: string;
  StartedMS: number;
  /** The contact's number, sealed under the job's key; absent once the call is over. */
  To?: StoredText;
  From?: string;
  /** Twilio's id; absent once the call is over. */
  Sid?: string;
  Refused?: true;
  Abandoned?: true;
  End?: StoredEnd;
  AnsweredMS?: number;
}

/** An end without its text, which may quote the carrier. */
type StoredEnd = Omit<LegEnd, 'error' | 'sip'> & { failed?: true; sipCode?: number };

const failure = 'The call failed at Twilio.';
const toAad = 'twilio-call/to';
const absent = { $exists: false };
/** What leads to a person. */
const leading = { To: '', From: '', Sid: '' } as const;

/** The calls that were given to Twilio, in the database, which every worker and API process shares. */
export interface TwilioCalls extends TwilioCallLog {
  /** Removes what leads to the contact of a job. A call of it that turns up is ended. */
  eraseByJob(jobId: string): Promise<void>;
}

export function createTwilioCallsRepository(db: Db, dataKeys: Pick<DataKeys, 'of'>): TwilioCalls {
  const calls = db.collection<TwilioCallDocument>('twilio_calls');
  const set = async (attemptKey: string, change: UpdateFilter<TwilioCallDocument>, absent: string): Promise<void> => {
    await calls.updateOne({ _id: attemptKey, [absent]: { $exists: false } }, change);
  };
  return {
    begin: async ({ attemptKey, jobId, to, from, startedMs }) => {
      const sealed = (await dataKeys.of(jobId)).seal(to, toAad);
      if (sealed === undefined) throw new Error(`The job of ${attemptKey} was erased.`);
      try {
        await calls.insertOne({ _id: attemptKey, JobID: jobId, StartedMS: startedMs, To: sealed, From: from });
      } catch (error) {
        if (isDuplicateKey(error)) throw new AttemptKnownError(`${attemptKey} was dialed before.`);
        throw error;
      }
    },
    saveSid: async (attemptKey, sid) => {
      const open = { _id: attemptKey, Sid: absent, End: absent, Refused: absent };
      await calls.updateOne(open, { $set: { Sid: sid } });
    },
    refuse: (attemptKey) => set(attemptKey, { $set: { Refused: true }, $unset: leading }, 'Refused'),
    forbid: async (attemptKey, atMs) => {
      const forbidden = { JobID: jobIdOfCall(attemptKey), StartedMS: atMs, Refused: true, Abandoned: true } as const;
      try {
        await calls.insertOne({ _id: attemptKey, ...forbidden });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    abandon: (attemptKey) => set(attemptKey, { $set: { Abandoned: true } }, 'Abandoned'),
    recordEnd: (attemptKey, end, answeredAtMs) =>
      set(
        attemptKey,
        {
          $set: { End: toStored(end), ...(answeredAtMs !== undefined && { AnsweredMS: answeredAtMs }) },
          $unset: leading,
        },
        'End',
      ),
    find: async (attemptKey) => {
      const found = await calls.findOne({ _id: attemptKey });
      return found === null ? undefined : toLogged(found, dataKeys);
    },
    eraseByJob: async (jobId) => {
      await calls.updateMany({ JobID: jobId }, { $set: { Abandoned: true }, $unset: leading });
    },
    findSids: async (sids) => {
      const found = await calls.find({ Sid: { $in: [...sids] } }, { projection: { Sid: 1 } }).toArray();
      return new Set(found.flatMap(({ Sid }) => (Sid === undefined ? [] : [Sid])));
    },
  };
}

async function toLogged(found: TwilioCallDocument, dataKeys: Pick<DataKeys, 'of'>): Promise<LoggedTwilioCall> {
  const { _id, JobID, StartedMS, To, From, Sid, Refused, Abandoned, End, AnsweredMS } = found;
  const to = To === undefined ? undefined : (await dataKeys.of(JobID)).open(To, toAad);
  return {
    attemptKey: _id,
    startedMs: StartedMS,
    numbers: to === undefined || From === undefined ? undefined : { to, from: From },
    sid: Sid,
    refused: Refused,
    abandoned: Abandoned,
    end: End && fromStored(End),
    answeredAtMs: AnsweredMS,
  };
}

const toStored = ({ error, sip, ...codes }: LegEnd): StoredEnd => ({
  ...codes,
  ...(error !== undefined && { failed: true }),
  ...(sip && { sipCode: sip.code }),
});

const fromStored = ({ failed, sipCode, ...codes }: StoredEnd): LegEnd => ({
  ...codes,
  ...(failed && { error: failure }),
  ...(sipCode !== undefined && { sip: { code: sipCode, phrase: '' } }),
});
