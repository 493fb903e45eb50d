import type { CallSummary } from '../../shared/domain/call/call-record';

/** An analytics event of a call. */
export const toCallEvent = (
  call: CallSummary,
  type: 'call_started' | 'call_answered' | 'call_ended',
  atMs: number,
  properties: Record<string, unknown> = {},
) => ({
  ID: `${call.ID}/${type}`,
  JobID: call.JobID,
  EventType: type,
  CreatedMS: atMs,
  Properties: { CallID: call.ID, Attempt: call.Attempt, ...properties },
});
