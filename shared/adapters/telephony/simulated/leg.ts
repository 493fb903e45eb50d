import type { RingLog, RingOutcome } from '../ring-log';
import type { AudioFrame, CallLeg, LegEnd, LegEvent, DialRequest } from '../telephony';
import { renderFrame } from './audio';
import { type AudioFeed, createAudioFeed } from './audio-feed';
import { createTimers, type SimulatorClock, type Timers } from './clock';
import { createListeners, type Listeners } from './listeners';
import type { CallPlan } from './plan';
import type { ContactScript } from './scenarios';
import { createTalk, type Talk } from './talk';

/** Where the simulator reports what it cannot mend; a pino logger fits. */
export interface SimulatorLogger {
  warn(fields: object, message: string): void;
}

/** What one simulated leg needs. */
export interface LegDeps {
  request: DialRequest;
  plan: CallPlan;
  ringLog: Pick<RingLog, 'recordEnd'>;
  clock: SimulatorClock;
  logger?: SimulatorLogger;
  /** The leg has ended and its outcome is in the ledger. */
  onEnded(): void;
}

/** A leg and the act of dialing, so that the caller can begin to listen before anything happens. */
export interface SimulatedLeg {
  leg: CallLeg;
  dial(): void;
}

interface LegState extends LegDeps {
  timers: Timers;
  events: Listeners<LegEvent>;
  talk: Talk;
  feed: AudioFeed;
  answeredAtMs?: number;
  over: boolean;
  resolveEnded(end: LegEnd): void;
}

const busyAfterMs = 500;

/** A leg whose whole course is in its plan. */
export function createLeg(deps: LegDeps): SimulatedLeg {
  let settleEnded: LegState['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (settleEnded = resolve));
  const line = createLegState(deps, (end) => settleEnded(end));
  return {
    dial: () => dial(line),
    leg: {
      attemptKey: deps.request.attemptKey,
      ended,
      onEvent: (listener) => line.events.add(listener),
      onAudio: (listener) => line.feed.listen(listener),
      say: (text) => line.talk.say(text),
      hangUp: async () => {
        endLeg(line, { reason: 'assistant_hung_up' });
        await ended;
      },
    },
  };
}

function createLegState(deps: LegDeps, settleEnded: LegState['resolveEnded']): LegState {
  const { attemptKey } = deps.request;
  const onError = (error: unknown) =>
    deps.logger?.warn({ err: error, callId: attemptKey }, 'A listener of a simulated call failed');
  const timers = createTimers(deps.clock);
  const elapsedMs = () => deps.clock.nowMs() - (line.answeredAtMs ?? deps.clock.nowMs());
  const events = createListeners<LegEvent>(onError);
  const talk = createTalk({
    script: scriptOf(deps.plan),
    talkMs: deps.plan.talkMs,
    timers,
    elapsedMs,
    emit: (event) => events.emit(event),
    endCall: (how) => endLeg(line, how),
  });
  const feed = createAudioFeed({
    timers,
    elapsedMs,
    listeners: createListeners<AudioFrame>(onError),
    render: (channel, startMs) => renderFrame({ seed: attemptKey, channel, startMs, speech: talk.speech }),
  });
  const line: LegState = { ...deps, timers, events, talk, feed, over: false, resolveEnded: settleEnded };
  return line;
}

function scriptOf(plan: CallPlan): ContactScript {
  return plan.course.kind === 'answered' ? plan.course.script : { replies: [], ending: 'records' };
}

/** Starts on the next turn of the event loop: who placed the call has time to listen. */
function dial(line: LegState): void {
  const { kind } = line.plan.course;
  line.timers.after(0, () => {
    if (kind === 'busy') line.timers.after(busyAfterMs, () => endLeg(line, { reason: 'contact_busy' }));
    else ring(line, kind === 'answered');
  });
}

function ring(line: LegState, someoneAnswers: boolean): void {
  const { ringTimeoutMs } = line.request;
  const ringMs = line.plan.ringMs ?? ringTimeoutMs;
  line.events.emit({ type: 'ringing', atMs: line.clock.nowMs() });
  // A listener may have hung up at once.
  if (line.over) return;
  if (someoneAnswers && ringMs < ringTimeoutMs) line.timers.after(ringMs, () => answer(line));
  else line.timers.after(Math.min(ringMs, ringTimeoutMs), () => endLeg(line, { reason: 'contact_did_not_answer' }));
}

function answer(line: LegState): void {
  line.answeredAtMs = line.clock.nowMs();
  line.timers.after(line.request.maxDurationMs, () => endLeg(line, { reason: 'call_timeout' }));
  line.events.emit({ type: 'answered', atMs: line.answeredAtMs });
  if (line.over) return;
  line.talk.begin();
  line.feed.begin();
}

/** Ends the call once; every later end is too late. */
function endLeg(line: LegState, how: Pick<LegEnd, 'reason' | 'error'>): void {
  if (line.over) return;
  line.over = true;
  const legEnd: LegEnd = { ...how, atMs: line.clock.nowMs() };
  line.talk.cut();
  line.feed.end();
  line.timers.clear();
  void finishLeg(line, legEnd);
}

/** The ledger first: whoever hears of the end can already look it up. */
async function finishLeg(line: LegState, legEnd: LegEnd): Promise<void> {
  const { attemptKey } = line.request;
  const outcome: RingOutcome = {
    reason: legEnd.reason,
    endedAtMs: legEnd.atMs,
    ...(line.answeredAtMs !== undefined && { answeredAtMs: line.answeredAtMs }),
    ...(legEnd.error !== undefined && { error: legEnd.error }),
  };
  try {
    await line.ringLog.recordEnd(attemptKey, outcome);
  } catch (error) {
    // The call is over all the same; a later lookup will take its worker for lost.
    line.logger?.warn({ err: error, callId: attemptKey }, 'The outcome of a simulated call could not be written');
  }
  line.onEnded();
  line.events.emit({ type: 'ended', ...legEnd });
  line.events.clear();
  line.resolveEnded(legEnd);
}
