import type { Collection } from 'mongodb';
import type { CallAnalysis, LLMMessage } from '../../domain/call/call';
import type { CallRecord, CallSummary } from '../../domain/call/call-record';
import type { FieldCipher, StoredText } from '../crypto/field-cipher';
import type { DataKeys } from './data-keys';

/** A call as the database holds it. Messages and analysis are JSON text, sealed under the job's data key. */
export type CallDocument = Omit<CallRecord, 'ID' | 'Messages' | 'Analysis' | 'StopReason' | 'Error'> & {
  _id: string;
  Messages: StoredText[];
  Analysis?: StoredText;
  StopReason?: StoredText;
  Error?: StoredText;
};
/** Identifies a call, and the job whose key seals it. */
export type CallRef = Pick<CallRecord, 'ID' | 'JobID'>;
export type Calls = Collection<CallDocument>;

export const aadOf = (callId: string, field: 'Messages' | 'Analysis' | 'StopReason' | 'Error'): string =>
  `${callId}/${field}`;
export const sealMessage = (cipher: FieldCipher, callId: string, message: LLMMessage): StoredText | undefined =>
  cipher.sealDeterministic(JSON.stringify(message), aadOf(callId, 'Messages'));

/** Converts a new record, which has no analysis and no stop reason yet. */
export async function toDocument(call: CallRecord, dataKeys: DataKeys): Promise<CallDocument> {
  const { ID, Messages, Analysis: _analysis, StopReason: _stopReason, Error, ...fields } = call;
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

/** What is read of a call where its messages are not. */
export const summaryFields = { Messages: 0 } as const;
export type CallSummaryDocument = Omit<CallDocument, 'Messages'>;

function toCallSummary({ _id, ...document }: CallSummaryDocument, cipher: FieldCipher): CallSummary {
  const { Analysis, StopReason, Error, ...rest } = document;
  const open = (field: 'Analysis' | 'StopReason' | 'Error', stored?: StoredText): string | undefined =>
    stored === undefined ? undefined : cipher.open(stored, aadOf(_id, field));
  const [analysis, stopReason, error] = [
    open('Analysis', Analysis),
    open('StopReason', StopReason),
    open('Error', Error),
  ];
  return {
    ...rest,
    ID: _id,
    ...(analysis === undefined ? {} : { Analysis: JSON.parse(analysis) as CallAnalysis }),
    ...(stopReason === undefined ? {} : { StopReason: stopReason }),
    ...(error === undefined ? {} : { Error: error }),
  };
}

function toCallRecord({ Messages, ...document }: CallDocument, cipher: FieldCipher): CallRecord {
  const texts = Messages.map((text) => cipher.open(text, aadOf(document._id, 'Messages')));
  return {
    ...toCallSummary(document, cipher),
    Messages: texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as LLMMessage),
  };
}

export const hydrateCall = async (document: CallDocument, dataKeys: DataKeys): Promise<CallRecord> =>
  toCallRecord(document, await dataKeys.forReading(document));
export const hydrateSummary = async (document: CallSummaryDocument, dataKeys: DataKeys): Promise<CallSummary> =>
  toCallSummary(document, await dataKeys.forReading(document));
