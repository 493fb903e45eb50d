import { dtmfTiming, type DtmfDigit } from '../../../domain/call/dtmf';
import { telephoneRate } from '../../../domain/audio/format';
import { createKeySender } from '../keys';
import { createPlayout } from '../playout';
import { createTimers } from '../simulated/clock';
import type { CallLeg, DialRequest } from '../telephony';
import { createLineFrames } from './frames';
import { closeLeg, endOf, onPlacementEnd } from './leg-end';
import { createDeferred, createLegListeners, isOver, open, report, type LegState } from './leg-state';
import type { SipRequest, SipResponse } from './message/types';
import { endOfBye, type CallEnd } from './outcome';
import type { PlacementDeps, TrunkCall } from './placement';
import { createSignaling, type Signaling, type SignalingEvents } from './signaling';
import type { Respond } from './transaction/types';
import type { SipTrunk } from './trunk';

/** A call, and what the provider needs of it. */
export interface SipLeg {
  leg: CallLeg;
  /**
   * Resolves when the call rings, was answered, or ended in a way that its contact or the network decided; or when it has been
   * placed for a while.
   * @throws {CallRefusedError} if surely nothing rang
   */
  readonly ready: Promise<undefined>;
  /** Resolves when the call is over, and nothing is sent for it any more. Never rejects. */
  readonly done: Promise<undefined>;
  /** Handles a request of the other side. @returns false if it is not one of this call */
  handle(request: SipRequest, respond: Respond): boolean;
  /** Acknowledges a 2xx again. @returns false if this call has not taken it */
  acknowledge(response: SipResponse): boolean;
}

/**
 * Dials a call. The caller must not dial one attempt twice at a time.
 * @param options.candidates the trunks, in the order in which they are tried
 * @param onDone called once nothing is sent for the call any more
 */
export function dialSipLeg(
  deps: PlacementDeps,
  options: { request: DialRequest; candidates: readonly SipTrunk[] },
  onDone: () => void,
): SipLeg {
  const state = createState(deps, options, onDone);
  const { timers, signaling, ready, done } = state;
  timers.after(deps.context.limits.settleMs, () => open(state));
  timers.after(options.request.ringTimeoutMs, () => {
    if (!signaling.isAnswered) void closeLeg(state, endOfRinging(signaling));
  });
  void signaling.place().then((end) => {
    if (end !== 'answered') onPlacementEnd(state, end);
  });
  return {
    leg: toLeg(state),
    ready: ready.promise,
    done: done.promise,
    handle: (message, respond) => signaling.handle(message, respond),
    acknowledge: (response) => signaling.acknowledge(response),
  };
}

/** The ring limit may be shorter than the time after which a silent trunk is given up: that is no contact who does not answer. */
const endOfRinging = ({ isSilent }: Signaling): CallEnd =>
  isSilent
    ? { ...endOf('no_response'), by: 'line', error: 'The trunk did not answer.' }
    : { ...endOf('ring_limit'), by: 'us' };

function createState(
  deps: PlacementDeps,
  { request, candidates }: { request: DialRequest; candidates: readonly SipTrunk[] },
  onDone: () => void,
): LegState {
  const { clock, logger } = deps.context;
  const { attemptKey } = request;
  const listeners = createLegListeners((error) =>
    logger.warn({ err: error, callId: attemptKey }, 'sip.listener_failed'),
  );
  const { audio } = listeners;
  const timers = createTimers(clock);
  const frames = createLineFrames(
    (frame) => audio.emit(frame),
    () => audio.size() > 0,
  );
  const done = createDeferred<undefined>();
  const state: LegState = {
    ...deps,
    ...listeners,
    ...{ request, timers, frames, waiting: [], isOpen: false, rang: false, earlyMedia: false },
    line: { Provider: 'sip', ...(candidates[0] && { Trunk: candidates[0].Name }) },
    playout: createPlayout({
      rate: telephoneRate,
      elapsedMs: () => clock.nowMs() - (state.answeredMs ?? clock.nowMs()),
      after: timers.after,
      silence: 'sent',
      send: (pcm, startMs) => {
        state.call?.media.write(pcm, startMs);
        frames.play(pcm, startMs);
      },
    }),
    signaling: createSignaling(
      deps,
      { request, candidates },
      handlersOf(() => state),
    ),
    ...{ ready: createDeferred<undefined>(), ended: createDeferred() },
    done: {
      ...done,
      resolve: () => {
        onDone();
        done.resolve(undefined);
      },
    },
  };
  return state;
}

const handlersOf = (state: () => LegState): SignalingEvents => ({
  onTrunk: (call) => useTrunk(state(), call),
  onRinging: () => ring(state()),
  onEarlyMedia: () => hearEarly(state()),
  onAnswered: (call) => answer(state(), call),
  onEnded: (end) => void closeLeg(state(), end),
  onBye: (q850) => void closeLeg(state(), endOfBye(q850)),
  onKey: (digit) => reportKey(state(), digit),
});

function useTrunk(state: LegState, { trunk, callId }: TrunkCall): void {
  const line = { Provider: 'sip', Trunk: trunk.Name, ProviderCallID: callId };
  state.line = line;
  report(state, () => state.lines.emit(line));
}

function ring(state: LegState): void {
  if (state.rang || isOver(state)) return;
  state.rang = true;
  const atMs = state.context.clock.nowMs();
  report(state, () => state.events.emit({ type: 'ringing', atMs }));
  open(state);
}

function hearEarly(state: LegState): void {
  if (state.earlyMedia || isOver(state)) return;
  state.earlyMedia = true;
  const atMs = state.context.clock.nowMs();
  report(state, () => state.events.emit({ type: 'early_media', atMs }));
}

/** The answer is stored and acknowledged, and its audio has started. */
function answer(state: LegState, call: TrunkCall): void {
  open(state);
  report(state, () => {
    if (isOver(state)) return;
    const atMs = state.context.clock.nowMs();
    state.answeredMs = atMs;
    state.call = call;
    connectMedia(state, call, atMs);
    const { maxDurationMs } = state.request;
    state.timers.after(maxDurationMs, () => void closeLeg(state, { ...endOf('time_limit'), by: 'us' }));
    state.events.emit({ type: 'answered', atMs });
    // A listener may have hung up immediately.
    if (!isOver(state)) state.playout.start();
  });
}

function connectMedia(state: LegState, { media }: TrunkCall, answeredMs: number): void {
  media.onFrame((samples, atMs) => {
    if (atMs >= answeredMs && !isOver(state)) state.frames.receive(samples);
  });
  media.onDtmf((digit) => reportKey(state, digit));
  const error = 'The audio of the line was lost.';
  media.onLost(() => void closeLeg(state, { ...endOf('media_lost'), by: 'line', error }));
}

function reportKey(state: LegState, digit: DtmfDigit): void {
  if (state.answeredMs === undefined || isOver(state)) return;
  state.events.emit({ type: 'dtmf', digit, atMs: state.context.clock.nowMs() });
}

function sendKey(state: LegState, digit: DtmfDigit): void {
  const { clock, logger } = state.context;
  state.events.emit({ type: 'dtmf_sent', digit, atMs: clock.nowMs() });
  state.call?.media.sendDtmf(digit, dtmfTiming.toneMs).catch((error: unknown) => {
    logger.warn({ err: error, callId: state.request.attemptKey }, 'sip.key_not_sent');
  });
}

const toLeg = (state: LegState): CallLeg => ({
  attemptKey: state.request.attemptKey,
  get line() {
    return state.line;
  },
  onLine: (listener) => state.lines.add(listener),
  onEvent: (listener) => state.events.add(listener),
  onAudio: (listener) => state.audio.add(listener),
  voice: state.playout.voice,
  sendDtmf: createKeySender({
    voice: state.playout.voice,
    isOpen: () => state.answeredMs !== undefined && !isOver(state),
    after: state.timers.after,
    press: (digit) => sendKey(state, digit),
    ended: state.ended.promise,
  }),
  hangUp: async ({ reason } = {}) => {
    void closeLeg(state, { reason: 'assistant_hung_up', by: 'us', ...(reason && { detail: reason }) });
    await state.ended.promise;
  },
  ended: state.ended.promise,
});
