import { ringFailureOf, type RingLog, type RingOutcome } from '../ring-log';
import type { AudioFrame, ContactSpeech, LegEnd, LegEvent, DialRequest, SpeakingLeg } from '../telephony';
import type { DtmfDigit } from '../../../domain/call/dtmf';
import { createKeySender } from '../keys';
import { type AgentAudio, createAgentAudio } from './agent-audio';
import { simulatedLine } from './line';
import { renderFrame } from './audio';
import { type AudioFeed, createAudioFeed } from './audio-feed';
import { createTimers, type SimulatorClock, type Timers } from './clock';
import { createListeners, type Listeners } from '../listeners';
import type { CallPlan } from './plan';
import type { ContactScript } from './scenarios';
import { createSignals } from './signals';
import { createTalk, type Talk } from './talk';

/** Receives failures that the simulator cannot handle. A pino logger fits. */
export interface SimulatorLogger {
  warn(fields: object, message: string): void;
}

/** Dependencies of one simulated leg. */
export interface LegDeps {
  request: DialRequest;
  plan: CallPlan;
  ringLog: Pick<RingLog, 'recordEnd' | 'recordKey'>;
  clock: SimulatorClock;
  logger?: SimulatorLogger;
  /** Called when the leg has ended and the ring log holds its outcome. */
  onEnded(): void;
}

/** A leg before dialing, so that the caller can subscribe before the first event. */
export interface SimulatedLeg {
  leg: SpeakingLeg;
  dial(): void;
}

interface LegState extends LegDeps {
  timers: Timers;
  events: Listeners<LegEvent>;
  speech: Listeners<ContactSpeech>;
  talk: Talk;
  agentAudio: AgentAudio;
  feed: AudioFeed;
  answeredAtMs?: number;
  over: boolean;
  resolveEnded(end: LegEnd): void;
}

const networkEndsAfterMs = 500;
const earlyMediaAfterMs = 200;

/** Creates a leg that follows its plan. */
export function createLeg(deps: LegDeps): SimulatedLeg {
  let resolveEnded: LegState['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (resolveEnded = resolve));
  const state = createLegState(deps, (end) => resolveEnded(end));
  const { attemptKey } = deps.request;
  return {
    dial: () => dial(state),
    leg: {
      attemptKey,
      detectsMachines: scriptOf(deps.plan).isOnlyHeard !== true,
      ended,
      line: simulatedLine(attemptKey),
      // The simulated line is complete before it rings.
      onLine: () => () => undefined,
      onEvent: (listener) => state.events.add(listener),
      onAudio: (listener) => state.feed.subscribe(listener),
      onSpeech: (listener) => state.speech.add(listener),
      voice: state.agentAudio.voice,
      say: (text) => state.talk.say(text),
      sendDtmf: createKeySender({
        voice: state.agentAudio.voice,
        isOpen: () => state.answeredAtMs !== undefined && !state.over,
        after: state.timers.after,
        press: (digit) => sendKey(state, digit),
        ended,
      }),
      hangUp: async ({ reason } = {}) => {
        endLeg(state, { reason: 'assistant_hung_up', by: 'us', ...(reason && { detail: reason }) });
        await ended;
      },
    },
  };
}

function createLegState(deps: LegDeps, resolveEnded: LegState['resolveEnded']): LegState {
  const { attemptKey } = deps.request;
  const onError = (error: unknown) =>
    deps.logger?.warn({ err: error, callId: attemptKey }, 'simulator.listener_failed');
  const timers = createTimers(deps.clock);
  const nowMs = () => deps.clock.nowMs();
  const elapsedMs = () => nowMs() - (state.answeredAtMs ?? nowMs());
  const events = createListeners<LegEvent>(onError);
  const speech = createListeners<ContactSpeech>(onError);
  const frames = createListeners<AudioFrame>(onError);
  const script = scriptOf(deps.plan);
  const talk = createTalk({
    script,
    talkMs: deps.plan.talkMs,
    timers,
    elapsedMs,
    signals: createSignals({ script, timers, nowMs, emit: (event) => events.emit(event) }),
    emit: (said) => speech.emit(said),
    endCall: (how) => endLeg(state, how),
  });
  const agentAudio = createAgentAudio({
    timers,
    elapsedMs,
    isListenedTo: () => frames.size() > 0,
    onStart: () => talk.assistantStarts(),
    onStop: () => talk.assistantStops(),
  });
  const feed = createAudioFeed({
    timers,
    elapsedMs,
    listeners: frames,
    prepare: () => agentAudio.pump(),
    render: (channel, startMs) =>
      (channel === 'bot' ? agentAudio.takeFrame(startMs) : undefined) ??
      renderFrame({ seed: attemptKey, channel, startMs, speech: talk.speech }),
  });
  const state: LegState = { ...deps, timers, events, speech, talk, agentAudio, feed, over: false, resolveEnded };
  return state;
}

function scriptOf(plan: CallPlan): ContactScript {
  return plan.course.kind === 'answered' ? plan.course.script : { replies: [], ending: 'records' };
}

/** Starts on the next turn of the event loop, so that the caller can subscribe first. */
function dial(state: LegState): void {
  const { course } = state.plan;
  state.timers.after(0, () => {
    if (course.kind === 'network_ends' && !course.rings)
      state.timers.after(networkEndsAfterMs, () => endLeg(state, course.end));
    else ring(state);
  });
}

function ring(state: LegState): void {
  const { course } = state.plan;
  const { ringTimeoutMs } = state.request;
  const ringMs = state.plan.ringMs ?? ringTimeoutMs;
  state.events.emit({ type: 'ringing', atMs: state.clock.nowMs() });
  // A listener may have hung up immediately.
  if (state.over) return;
  if (course.kind === 'answered' && course.earlyMedia)
    state.timers.after(Math.min(earlyMediaAfterMs, ringMs / 2), () =>
      state.events.emit({ type: 'early_media', atMs: state.clock.nowMs() }),
    );
  if (ringMs < ringTimeoutMs && course.kind === 'answered') state.timers.after(ringMs, () => answer(state));
  else if (ringMs < ringTimeoutMs && course.kind === 'network_ends')
    state.timers.after(ringMs, () => endLeg(state, course.end));
  else
    state.timers.after(Math.min(ringMs, ringTimeoutMs), () =>
      endLeg(state, { reason: 'contact_did_not_answer', detail: 'no_answer', by: 'us' }),
    );
}

function answer(state: LegState): void {
  state.answeredAtMs = state.clock.nowMs();
  state.timers.after(state.request.maxDurationMs, () => endLeg(state, { reason: 'call_timeout', by: 'us' }));
  state.events.emit({ type: 'answered', atMs: state.answeredAtMs });
  if (state.over) return;
  state.talk.start();
  state.agentAudio.start();
  state.feed.start();
}

function sendKey(state: LegState, digit: DtmfDigit): void {
  state.events.emit({ type: 'dtmf_sent', digit, atMs: state.clock.nowMs() });
  const { attemptKey } = state.request;
  state.ringLog.recordKey(attemptKey, digit).catch((error: unknown) => {
    state.logger?.warn({ err: error, callId: attemptKey }, 'simulator.key_not_written');
  });
}

/** Ends the call once. Later calls have no effect. */
function endLeg(state: LegState, how: Omit<LegEnd, 'atMs'>): void {
  if (state.over) return;
  state.over = true;
  const legEnd: LegEnd = { ...how, atMs: state.clock.nowMs() };
  state.talk.end();
  state.agentAudio.end();
  state.feed.end();
  state.timers.clear();
  void finishLeg(state, legEnd);
}

/** Writes the ring log before it reports the end, so that a lookup triggered by the report finds the outcome. */
async function finishLeg(state: LegState, legEnd: LegEnd): Promise<void> {
  const { attemptKey } = state.request;
  const { error, atMs, ...codes } = legEnd;
  const outcome: RingOutcome = {
    ...codes,
    endedAtMs: atMs,
    ...(state.answeredAtMs !== undefined && { answeredAtMs: state.answeredAtMs }),
    ...(error !== undefined && { failure: ringFailureOf(error) }),
  };
  try {
    await state.ringLog.recordEnd(attemptKey, outcome);
  } catch (error) {
    // The call is over nevertheless. A later lookup treats its worker as lost.
    state.logger?.warn({ err: error, callId: attemptKey }, 'simulator.outcome_not_written');
  }
  state.onEnded();
  state.events.emit({ type: 'ended', ...legEnd });
  state.events.clear();
  state.speech.clear();
  state.resolveEnded(legEnd);
}
