import { publishEvent } from '../../shared/application/publish-event';
import type { EndedReason } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { eventOfCall, type CallEventType } from '../../shared/domain/webhook/event';
import type { ActivityDeps } from '../deps';

export type CallEventDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'clock'>;

interface CallEventDetails {
  /** When it happened. */
  atMs: number;
  /** When what precedes it happened: the clocks of carriers and workers differ, but events of a call stay in order. */
  notBeforeMs?: number | undefined;
  data?: Record<string, unknown>;
}

/**
 * Publishes an event of a call. Its id is that of the call and the kind, so each is published once.
 * @returns its instant
 */
export async function publishCallEvent(
  deps: CallEventDeps,
  call: CallSummary,
  kind: CallEventType,
  { atMs, notBeforeMs = call.CreatedMS, data }: CallEventDetails,
): Promise<number> {
  const nowMs = await deps.clock.nowMs();
  const eventTimeMs = Math.max(notBeforeMs, Math.min(atMs, nowMs));
  await publishEvent(deps, eventOfCall(call, kind, eventTimeMs, data), nowMs);
  return eventTimeMs;
}

/**
 * Publishes what a process may have left out that was lost while it handled a call: all that its record says. What is
 * published stays as it is.
 */
export async function publishCall(deps: CallEventDeps, call: CallSummary, startedMs = call.CreatedMS): Promise<void> {
  let notBeforeMs = await publishCallEvent(deps, call, 'call_started', { atMs: startedMs, notBeforeMs: startedMs });
  if (call.ConnectedMS !== undefined)
    notBeforeMs = await publishCallEvent(deps, call, 'call_answered', { atMs: call.ConnectedMS, notBeforeMs });
  if (call.EndedMS === undefined) return;
  const data = endData({ reason: call.EndedReason, postponedUntilMs: call.PostponedUntilMS });
  await publishCallEvent(deps, call, 'call_ended', { atMs: call.EndedMS, notBeforeMs, data });
}

/** What the event of a call's end says. A postponed call never rang. */
export const endData = (end: {
  reason: EndedReason | undefined;
  postponedUntilMs?: number | undefined;
}): Record<string, unknown> => ({
  EndedReason: end.reason ?? null,
  ...(end.postponedUntilMs === undefined ? {} : { Postponed: true }),
});
