import type { Collection } from 'mongodb';
import type { AgentReport } from '../../domain/call/agent-report';
import type { CallAnalysis } from '../../domain/call/call';
import type { InCallEvent } from '../../domain/call/in-call-event';
import type { CallRecord, CallSummary } from '../../domain/call/call-record';
import type { FieldCipher, StoredText } from '../crypto/field-cipher';
import type { DataKeys } from './data-keys';

/** The fields of a call that are sealed. */
export type SealedCallField = 'Analysis' | 'StopReason' | 'Error' | 'Events' | 'AgentReport';

/**
 * A call as the database holds it. Analysis, events and report are JSON text, sealed like the other texts under the job's
 * data key.
 */
export type CallDocument = Omit<CallSummary, 'ID' | SealedCallField> & {
  _id: string;
  /** When the provider is asked what the call cost; absent if it is not, or no more. */
  CostDueMS?: number;
  /** How often it was asked. */
  CostReads?: number;
} & Partial<Record<SealedCallField, StoredText>>;
/** Identifies a call, and the job whose key seals it. */
export type CallRef = Pick<CallRecord, 'ID' | 'JobID'>;
export type Calls = Collection<CallDocument>;

/** Excludes erased calls: a worker that was presumed lost may still hold the key, or need none. */
export const notErasedFilter = { Erased: { $exists: false } };

export const aadOf = (callId: string, field: SealedCallField): string => `${callId}/${field}`;

/** Converts a new record, which has no analysis, no stop reason, no events and no report yet. */
export async function toDocument(call: CallSummary, dataKeys: DataKeys): Promise<CallDocument> {
  const { ID, Analysis: _1, StopReason: _2, Events: _3, AgentReport: _4, Error, ...fields } = call;
  const error = Error === undefined ? undefined : (await dataKeys.of(call.JobID)).seal(Error, aadOf(ID, 'Error'));
  return { ...fields, _id: ID, ...(error === undefined ? {} : { Error: error }) };
}

function toCallSummary({ _id, ...document }: CallDocument, cipher: FieldCipher): CallSummary {
  const { CostDueMS: _1, CostReads: _2, ...stored } = document;
  const { Analysis, StopReason, Error, Events, AgentReport: sealedReport, EndedDetail, ...rest } = stored;
  const open = (field: SealedCallField, stored?: StoredText): string | undefined =>
    stored === undefined ? undefined : cipher.open(stored, aadOf(_id, field));
  const [analysis, stopReason, error, events, report] = [
    open('Analysis', Analysis),
    open('StopReason', StopReason),
    open('Error', Error),
    open('Events', Events),
    open('AgentReport', sealedReport),
  ];
  return {
    ...rest,
    ID: _id,
    // The line takes every hang-up by REST for an operator's. That of an agent is the ordinary end of a conversation.
    ...(EndedDetail === undefined || (EndedDetail === 'stopped' && rest.StoppedByAgent) ? {} : { EndedDetail }),
    ...(analysis === undefined ? {} : { Analysis: JSON.parse(analysis) as CallAnalysis }),
    ...(stopReason === undefined ? {} : { StopReason: stopReason }),
    ...(error === undefined ? {} : { Error: error }),
    ...(report === undefined ? {} : { AgentReport: JSON.parse(report) as AgentReport }),
    ...(events === undefined ? {} : { Events: JSON.parse(events) as InCallEvent[] }),
  };
}

export const hydrateCall = async (document: CallDocument, dataKeys: DataKeys): Promise<CallSummary> =>
  toCallSummary(document, await dataKeys.forReading(document));
