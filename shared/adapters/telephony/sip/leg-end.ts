import { lineEvents } from '../../../domain/call/line-outcome';
import { CallRefusedError, type LegEnd } from '../telephony';
import { atMost } from './at-most';
import { open, report, type LegState } from './leg-state';
import { endOfRefusal, type CallEnd } from './outcome';
import type { PlacementEnd } from './placement';

/** What an end means that no answer of the line reports. */
export function endOf(event: keyof typeof lineEvents): CallEnd {
  const { nextTrunk: _, ...end }: { nextTrunk: boolean } & CallEnd = lineEvents[event];
  return end;
}

/** No trunk answered the call. */
export function onPlacementEnd(state: LegState, end: PlacementEnd): void {
  // We have ended the call, which waits for this.
  if (state.end) return;
  if (end.kind === 'refused') {
    const how = endOfRefusal(end.refusal, end.outcome);
    const isOfTrunk = how.reason === 'assistant_error' && end.outcome.nextTrunk && how.permanent !== true;
    if (isOfTrunk && !state.isOpen) void refuse(state, how);
    else void closeLeg(state, how);
  } else if (end.kind === 'unknown') void closeLeg(state, { ...endOf('no_response'), by: 'line', error: end.error });
  else withdraw(state);
}

/** The call was not placed: the log has it already, cannot take it, or another process has ended it. */
function withdraw(state: LegState): void {
  const error = 'The call could not be recorded before it was placed.';
  if (state.isOpen) void closeLeg(state, { reason: 'assistant_error', by: 'us', error });
  else if (state.signaling.problem !== 'known') void refuse(state, { reason: 'assistant_error', error });
  else {
    state.timers.clear();
    state.done.resolve(undefined);
    state.ready.reject(new Error(`The attempt ${state.request.attemptKey} was dialed before.`));
  }
}

/** Nothing rang, and the caller of `dial` has no leg yet. */
async function refuse(state: LegState, how: CallEnd): Promise<void> {
  const { error = 'The line refused the call.', reason, detail, sip, q850, retryAfterMs } = how;
  state.timers.clear();
  state.playout.end();
  await state.signaling.finish({ ...how, atMs: state.context.clock.nowMs() }, { refused: true });
  state.done.resolve(undefined);
  const end = { reason, ...(detail && { detail }), ...(sip && { sip }), ...(q850 === undefined ? {} : { q850 }) };
  state.ready.reject(new CallRefusedError(error, { end, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }));
}

/**
 * Ends the call, once: our side hangs up unless the other side did, and the end is stored before it is reported. The other
 * side may not confirm it for half a minute; then it is reported before.
 */
export async function closeLeg(state: LegState, how: CallEnd): Promise<void> {
  if (state.end) return;
  const { context, timers, signaling } = state;
  const { clock, limits } = context;
  const end: LegEnd = { ...how, atMs: clock.nowMs() };
  state.end = end;
  open(state);
  timers.clear();
  state.playout.end();
  const { attemptKey } = state.request;
  if (state.call) context.logger.info({ callId: attemptKey, audio: state.call.media.stats() }, 'sip.audio_ended');
  const finished = signaling
    .hangUp()
    .catch((error: unknown) => context.logger.warn({ err: error, callId: attemptKey }, 'sip.call_not_hung_up'))
    .then(() => signaling.finish(end, {}))
    .then(() => state.done.resolve(undefined));
  await atMost(clock, limits.closeMs, finished);
  report(state, () => {
    state.events.emit({ type: 'ended', ...end });
    state.events.clear();
    state.lines.clear();
    state.audio.clear();
    state.ended.resolve(end);
  });
}
