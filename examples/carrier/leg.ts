import { telephoneRate } from '../../shared/domain/audio/format';
import { createKeySender } from '../../shared/adapters/telephony/keys';
import { createListeners, type Listeners } from '../../shared/adapters/telephony/listeners';
import { createPlayout, type Playout } from '../../shared/adapters/telephony/playout';
import { createRealClock, createTimers, type Timers } from '../../shared/adapters/telephony/simulated/clock';
import type { AudioFrame, CallLeg, DialRequest, LegEnd, LegEvent } from '../../shared/adapters/telephony/telephony';
import { createFrames } from './frames';
import type { Reply, Request, Wire, WireEnd } from './wire';

/** The connection of a call that the carrier has accepted. */
export interface AcceptedCall {
  wire: Wire<Reply, Request>;
  /** The carrier's id of the call. */
  id: string;
  name: string;
  onEnded: () => void;
}

interface State extends AcceptedCall {
  request: DialRequest;
  nowMs: () => number;
  timers: Timers;
  events: Listeners<LegEvent>;
  audio: Listeners<AudioFrame>;
  frames: ReturnType<typeof createFrames>;
  playout: Playout;
  answeredMs?: number;
  over: boolean;
  ended: Promise<LegEnd>;
  resolveEnded: (end: LegEnd) => void;
}

/** One call over one connection. @returns the leg, and a function that takes what the carrier sends */
export function createCarrierLeg(
  request: DialRequest,
  call: AcceptedCall,
): { leg: CallLeg; handle: (reply: Reply) => void } {
  const state = createState(request, call);
  const { timers, wire } = state;
  timers.after(request.ringTimeoutMs, () => {
    if (state.answeredMs === undefined)
      hangUp(state, { reason: 'contact_did_not_answer', detail: 'no_answer', by: 'us' });
  });
  wire.onClose(() =>
    finish(state, {
      reason: state.answeredMs === undefined ? 'assistant_error' : 'contact_hung_up',
      error: 'The connection to the carrier was lost.',
      detail: 'line_failed',
      by: 'line',
    }),
  );
  return { leg: toLeg(state), handle: (reply) => handle(state, reply) };
}

function createState(request: DialRequest, call: AcceptedCall): State {
  const clock = createRealClock();
  const nowMs = (): number => clock.nowMs();
  const timers = createTimers(clock);
  const audio = createListeners<AudioFrame>(() => undefined);
  const frames = createFrames((frame) => audio.emit(frame));
  let resolveEnded: State['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (resolveEnded = resolve));
  const playout = createPlayout({
    rate: telephoneRate,
    elapsedMs: () => nowMs() - (state.answeredMs ?? nowMs()),
    after: timers.after,
    silence: 'sent',
    send: (pcm, startMs) => {
      call.wire.send({ type: 'audio', pcm: pcm.toString('base64') });
      frames.play(pcm, startMs);
    },
  });
  const events = createListeners<LegEvent>(() => undefined);
  const state: State = {
    ...call,
    ...{ request, nowMs, timers, events, audio, frames, playout, ended, resolveEnded },
    over: false,
  };
  return state;
}

const toLeg = (state: State): CallLeg => ({
  attemptKey: state.request.attemptKey,
  line: { Provider: state.name, ProviderCallID: state.id },
  onLine: () => () => undefined,
  onEvent: (listener) => state.events.add(listener),
  onAudio: (listener) => state.audio.add(listener),
  voice: state.playout.voice,
  sendDtmf: createKeySender({
    voice: state.playout.voice,
    isOpen: () => state.answeredMs !== undefined && !state.over,
    after: state.timers.after,
    press: (digit) => {
      state.wire.send({ type: 'key', digit });
      state.events.emit({ type: 'dtmf_sent', digit, atMs: state.nowMs() });
    },
    ended: state.ended,
  }),
  hangUp: ({ reason } = {}) => {
    hangUp(state, { reason: 'assistant_hung_up', by: 'us', ...(reason && { detail: reason }) });
    return Promise.resolve();
  },
  ended: state.ended,
});

function handle(state: State, reply: Reply): void {
  const { events, nowMs, frames } = state;
  if (state.over) return;
  if (reply.type === 'ringing') events.emit({ type: 'ringing', atMs: nowMs() });
  if (reply.type === 'answered') answer(state);
  if (reply.type === 'audio') frames.receive(Buffer.from(reply.pcm, 'base64'));
  if (reply.type === 'key') events.emit({ type: 'dtmf', digit: reply.digit, atMs: nowMs() });
  if (reply.type === 'ended') finish(state, reply.end);
}

function answer(state: State): void {
  state.answeredMs = state.nowMs();
  state.timers.after(state.request.maxDurationMs, () => hangUp(state, { reason: 'call_timeout', by: 'us' }));
  state.events.emit({ type: 'answered', atMs: state.answeredMs });
  // A listener may have hung up immediately.
  if (!state.over) state.playout.start();
}

/** Ends the call from our side. The carrier remembers how, for a lookup. */
function hangUp(state: State, end: WireEnd): void {
  if (!state.over) state.wire.send({ type: 'hang_up', end });
  finish(state, end);
}

function finish(state: State, how: Omit<LegEnd, 'atMs'>): void {
  if (state.over) return;
  state.over = true;
  const end: LegEnd = { ...how, atMs: state.nowMs() };
  state.playout.end();
  state.timers.clear();
  state.wire.close();
  state.onEnded();
  state.events.emit({ type: 'ended', ...end });
  state.events.clear();
  state.audio.clear();
  state.resolveEnded(end);
}
