import { ringFailureOf, type RingLog, type RingOutcome } from '../ring-log';
import type { AudioFrame, ContactSpeech, LegEnd, LegEvent, DialRequest, SpeakingLeg } from '../telephony';
import { parseDtmf } from '../../../domain/call/dtmf';
import { simulatedLine } from './line';
import { renderFrame } from './audio';
import { type AudioFeed, createAudioFeed } from './audio-feed';
import { createTimers, type SimulatorClock, type Timers } from './clock';
import { createListeners, type Listeners } from './listeners';
import type { CallPlan } from './plan';
import type { ContactScript } from './scenarios';
import { createTalk, type Talk } from './talk';

/** Receives failures that the simulator cannot handle. A pino logger fits. */
export interface SimulatorLogger {
  warn(fields: object, message: string): void;
}

/** Dependencies of one simulated leg. */
export interface LegDeps {
  request: DialRequest;
  plan: CallPlan;
  ringLog: Pick<RingLog, 'recordEnd'>;
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
  feed: AudioFeed;
  answeredAtMs?: number;
  over: boolean;
  resolveEnded(end: LegEnd): void;
}

const busyAfterMs = 500;

/** Creates a leg that follows its plan. */
export function createLeg(deps: LegDeps): SimulatedLeg {
  let resolveEnded: LegState['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (resolveEnded = resolve));
  const state = createLegState(deps, (end) => resolveEnded(end));
  return {
    dial: () => dial(state),
    leg: {
      attemptKey: deps.request.attemptKey,
      ended,
      onEvent: (listener) => state.events.add(listener),
      onAudio: (listener) => state.feed.subscribe(listener),
      line: simulatedLine(deps.request.attemptKey),
      onLine: () => () => undefined,
      onSpeech: (listener) => state.speech.add(listener),
      voice: {
        write: () => undefined,
        mark: () => Promise.resolve('dropped'),
        clear: () => undefined,
        queuedMs: 0,
        droppedMs: 0,
      },
      sendDtmf: (digits) => {
        parseDtmf(digits);
        return Promise.resolve();
      },
      say: (text) => state.talk.say(text),
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
  const elapsedMs = () => deps.clock.nowMs() - (state.answeredAtMs ?? deps.clock.nowMs());
  const events = createListeners<LegEvent>(onError);
  const speech = createListeners<ContactSpeech>(onError);
  const talk = createTalk({
    script: scriptOf(deps.plan),
    talkMs: deps.plan.talkMs,
    timers,
    elapsedMs,
    emit: (said) => speech.emit(said),
    endCall: (how) => endLeg(state, how),
  });
  const feed = createAudioFeed({
    timers,
    elapsedMs,
    listeners: createListeners<AudioFrame>(onError),
    render: (channel, startMs) => renderFrame({ seed: attemptKey, channel, startMs, speech: talk.speech }),
  });
  const state: LegState = { ...deps, timers, events, speech, talk, feed, over: false, resolveEnded: resolveEnded };
  return state;
}

function scriptOf(plan: CallPlan): ContactScript {
  return plan.course.kind === 'answered' ? plan.course.script : { replies: [], ending: 'records' };
}

/** Starts on the next turn of the event loop, so that the caller can subscribe first. */
function dial(state: LegState): void {
  const { kind } = state.plan.course;
  state.timers.after(0, () => {
    if (kind === 'busy')
      state.timers.after(busyAfterMs, () => endLeg(state, { reason: 'contact_busy', detail: 'busy', by: 'contact' }));
    else ring(state, kind === 'answered');
  });
}

function ring(state: LegState, someoneAnswers: boolean): void {
  const { ringTimeoutMs } = state.request;
  const ringMs = state.plan.ringMs ?? ringTimeoutMs;
  state.events.emit({ type: 'ringing', atMs: state.clock.nowMs() });
  // A listener may have hung up immediately.
  if (state.over) return;
  if (someoneAnswers && ringMs < ringTimeoutMs) state.timers.after(ringMs, () => answer(state));
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
  state.feed.start();
}

/** Ends the call once. Later calls have no effect. */
function endLeg(state: LegState, how: Omit<LegEnd, 'atMs'>): void {
  if (state.over) return;
  state.over = true;
  const legEnd: LegEnd = { ...how, atMs: state.clock.nowMs() };
  state.talk.end();
  state.feed.end();
  state.timers.clear();
  void finishLeg(state, legEnd);
}

/** Writes the ring log before it reports the end, so that a lookup triggered by the report finds the outcome. */
async function finishLeg(state: LegState, legEnd: LegEnd): Promise<void> {
  const { attemptKey } = state.request;
  const outcome: RingOutcome = {
    reason: legEnd.reason,
    endedAtMs: legEnd.atMs,
    ...(state.answeredAtMs !== undefined && { answeredAtMs: state.answeredAtMs }),
    ...(legEnd.detail !== undefined && { detail: legEnd.detail }),
    ...(legEnd.by !== undefined && { by: legEnd.by }),
    ...(legEnd.error !== undefined && { failure: ringFailureOf(legEnd.error) }),
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
