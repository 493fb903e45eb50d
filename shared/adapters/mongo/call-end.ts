import { answeredBy } from '../../domain/call/answering-machine';
import type { EndedReason, TechnicalFailure } from '../../domain/call/call';
import { costDueMs } from '../../domain/call/cost';
import type { InCallEvent } from '../../domain/call/in-call-event';
import type { EndedDetail, LineRecord } from '../../domain/call/line';
import type { FieldCipher } from '../crypto/field-cipher';
import { aadOf, type CallDocument, type CallRef } from './call.document';
import type { DataKeys } from './data-keys';

/** How a call ended. */
export interface CallEnd {
  state: 'ended' | 'failed';
  endedMs: number;
  endedReason?: EndedReason | undefined;
  connectedMs?: number | undefined;
  error?: string | undefined;
  /** Set if the call failed technically. */
  failure?: TechnicalFailure | undefined;
  detail?: EndedDetail | undefined;
  line?: LineRecord | undefined;
  permanent?: boolean | undefined;
  /** All events of the call; absent if the worker was lost. */
  events?: readonly InCallEvent[] | undefined;
  /** How many messages the worker numbered; absent if the worker was lost. */
  messageCount?: number | undefined;
  /** Set if nothing rang and the attempt does not count. */
  postponedUntilMs?: number | undefined;
}

/** The fields that a call gets with its end. */
export async function endFields(
  end: CallEnd,
  { ID, JobID }: CallRef,
  dataKeys: DataKeys,
): Promise<Partial<CallDocument>> {
  const { endedReason, connectedMs, error, messageCount, postponedUntilMs, detail, line, permanent, events = [] } = end;
  const sealed = error === undefined ? undefined : (await dataKeys.of(JobID)).seal(error, aadOf(ID, 'Error'));
  const verdict = answeredBy(events);
  return {
    State: end.state,
    EndedMS: end.endedMs,
    ...(endedReason === undefined ? {} : { EndedReason: endedReason }),
    ...(connectedMs === undefined ? {} : { ConnectedMS: connectedMs }),
    ...(sealed === undefined ? {} : { Error: sealed }),
    ...(end.failure === undefined ? {} : { Failure: end.failure }),
    ...(detail === undefined ? {} : { EndedDetail: detail }),
    ...(line === undefined ? {} : { Line: line, ...costFields(line, end.endedMs) }),
    ...(permanent === true ? { Permanent: true } : {}),
    ...(verdict === undefined ? {} : { AnsweredBy: verdict }),
    ...(events.length === 0 ? {} : sealEvents(await dataKeys.of(JobID), ID, events)),
    ...(messageCount === undefined ? {} : { MessageCount: messageCount }),
    ...(postponedUntilMs === undefined ? {} : { PostponedUntilMS: postponedUntilMs }),
  };
}

/** When the cost of the call is asked for first. */
function costFields(line: LineRecord, endedMs: number): Pick<CallDocument, 'CostDueMS'> {
  const CostDueMS = costDueMs(line, { endedMs, reads: 0 });
  return CostDueMS === undefined ? {} : { CostDueMS };
}

export const sealEvents = (
  cipher: FieldCipher,
  callId: string,
  events: readonly InCallEvent[],
): Partial<CallDocument> => {
  const Events = cipher.seal(JSON.stringify(events), aadOf(callId, 'Events'));
  return Events === undefined ? {} : { Events };
};
