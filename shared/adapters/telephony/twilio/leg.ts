import type { WebSocket } from 'ws';
import { synthesizeDtmf } from '../../../domain/audio/dtmf';
import { telephoneRate } from '../../../domain/audio/format';
import { pcmOf } from '../../../domain/audio/pcm';
import { createKeySender } from '../keys';
import type { CallLeg, MachineEvent } from '../telephony';
import type { Answerer, CallReport } from './callback';
import { callStatuses, isFinal, type TwilioCall } from './client';
import { conclude, createLegState, type Ending, type LegDeps, type LegState, lost } from './leg-state';
import type { LineHandlers } from './line-endpoint';
import { followMediaStream } from './media-stream';
import { endOf } from './outcome';

/** One call over Twilio. */
export interface TwilioLeg {
  leg: CallLeg;
  handlers: LineHandlers;
  /** Sets Twilio's id of the call. */
  identify(sid: string): void;
  /** Reports events from now on: the caller of `dial` has subscribed. */
  open(): void;
  /** Ends a call that never came about. */
  fail(end: Ending): void;
  /** Drops the call without a report: it was refused. */
  discard(): void;
}

export function createTwilioLeg(deps: LegDeps): TwilioLeg {
  const state = createLegState(deps);
  return {
    leg: toLeg(state),
    handlers: { onReport: (report) => onReport(state, report), onMedia: (socket) => onMedia(state, socket) },
    identify: (sid) => (state.sid ??= sid),
    open: () => open(state),
    fail: (end) => conclude(state, end, { endsCall: false }),
    discard: () => {
      state.over = true;
      state.timers.clear();
      state.stream?.close();
    },
  };
}

const toLeg = (state: LegState): CallLeg => ({
  attemptKey: state.request.attemptKey,
  detectsMachines: state.detectsMachines,
  get line() {
    return { Provider: 'twilio', ...(state.sid !== undefined && { ProviderCallID: state.sid }) };
  },
  // The line is complete before `dial` returns.
  onLine: () => () => undefined,
  onEvent: (listener) => state.events.add(listener),
  onAudio: (listener) => state.audio.add(listener),
  voice: state.voice.voice,
  sendDtmf: createKeySender({
    voice: state.voice.voice,
    isOpen: () => state.answeredMs !== undefined && !state.over,
    after: state.timers.after,
    press: (digit) => {
      // A stream carries no keys to the contact, so they are sent as tones.
      state.voice.voice.write(pcmOf(synthesizeDtmf(digit, telephoneRate)), telephoneRate);
      state.events.emit({ type: 'dtmf_sent', digit, atMs: state.clock.nowMs() });
    },
    ended: state.ended,
  }),
  hangUp: async ({ reason } = {}) => {
    const how: Ending = { reason: 'assistant_hung_up', by: 'us', ...(reason && { detail: reason }) };
    conclude(state, how, { endsCall: true });
    await state.ended;
  },
  ended: state.ended,
});

function open(state: LegState): void {
  const { waiting = [] } = state;
  state.waiting = undefined;
  if (state.over) return;
  startRingTimer(state);
  poll(state);
  for (const report of waiting) onReport(state, report);
  if (state.streamIsOpen) answer(state);
  if (state.waitingEnd !== undefined) endWith(state, state.waitingEnd);
}

/** Our limit comes before Twilio's, which counts in whole seconds and adds some. */
function startRingTimer(state: LegState): void {
  state.cancelRingTimer?.();
  state.cancelRingTimer = state.timers.after(state.request.ringTimeoutMs, () =>
    conclude(state, { reason: 'contact_did_not_answer', detail: 'no_answer', by: 'us' }, { endsCall: true }),
  );
}

/** Asks Twilio now and then, and takes an end that it reports once the callback, which says more, had its time to arrive. */
function poll(state: LegState): void {
  const { client, timings, sid, timers } = state;
  if (sid === undefined) return;
  const take = ({ status }: TwilioCall): void => {
    if (isFinal(status)) timers.after(timings.lateMs, () => onReport(state, { sid, status }));
    else onReport(state, { sid, status });
  };
  timers.after(timings.pollMs, () => {
    client
      .get(sid)
      .then((call) => {
        if (call !== undefined && !state.over) take(call);
      })
      .catch(() => undefined)
      .finally(() => {
        if (!state.over) poll(state);
      });
  });
}

const rankOf = (status: CallReport['status'] & string): number =>
  isFinal(status) ? callStatuses.indexOf('completed') : callStatuses.indexOf(status);

/** Callbacks are repeated and come in any order: a status counts once, and only if none that follows it was reported. */
function onReport(state: LegState, report: CallReport): void {
  if (state.over || (state.sid !== undefined && report.sid !== state.sid)) return;
  if (state.waiting !== undefined) {
    state.waiting.push(report);
    return;
  }
  const { status, answeredBy } = report;
  if (answeredBy !== undefined) onAnsweredBy(state, answeredBy);
  if (status === undefined || rankOf(status) <= rankOf(state.status)) return;
  const rang = ['ringing', 'in-progress'].includes(state.status);
  state.status = status;
  if (status === 'ringing' && state.answeredMs === undefined) {
    startRingTimer(state);
    ring(state);
  }
  if (status === 'in-progress' && state.answeredMs === undefined) awaitMedia(state);
  if (!isFinal(status)) return;
  const how =
    status === 'completed' && state.stream === undefined
      ? lost('The call was answered, and its audio was never connected.')
      : endOf({ ...report, status, rang });
  const end = (): void => conclude(state, how, { endsCall: false });
  if (status === 'completed') answer(state);
  // The stream says whether the contact hung up, or the connection to us broke, which ends the call at Twilio too.
  if (status === 'completed' && state.streamIsOpen) state.timers.after(state.timings.lateMs, end);
  else end();
}

/** The phone rings, or has been answered: then it rang. */
function ring(state: LegState): void {
  if (state.rangMs !== undefined) return;
  state.rangMs = state.reportedAnswerMs ?? state.clock.nowMs();
  state.events.emit({ type: 'ringing', atMs: state.rangMs });
}

/** The contact has answered: their audio must follow. */
function awaitMedia(state: LegState): void {
  state.cancelRingTimer?.();
  state.reportedAnswerMs = state.clock.nowMs();
  state.timers.after(state.timings.mediaMs, () => {
    if (state.answeredMs !== undefined) return;
    answer(state);
    conclude(state, lost('Twilio did not connect the audio of the call.'), { endsCall: true });
  });
}

/** The call is answered once its audio is there: what is played before that would be lost. */
function answer(state: LegState): void {
  if (state.answeredMs !== undefined || state.over) return;
  const { clock, events, timers, request } = state;
  state.cancelRingTimer?.();
  ring(state);
  if (isOver(state)) return;
  state.answeredMs = state.reportedAnswerMs ?? clock.nowMs();
  const leftMs = request.maxDurationMs - (clock.nowMs() - state.answeredMs);
  timers.after(leftMs, () => conclude(state, { reason: 'call_timeout', by: 'us' }, { endsCall: true }));
  events.emit({ type: 'answered', atMs: state.answeredMs });
  if (state.machine !== undefined) events.emit({ ...state.machine, atMs: clock.nowMs() });
  // A listener may have hung up at once.
  if (isOver(state) || !state.streamIsOpen) return;
  state.voice.start();
  watchAudio(state);
}

/** Listeners change the state: the compiler must not take it for what it was. */
const isOver = (state: LegState): boolean => state.over;

/** Ends a call whose audio does not arrive any more. */
function watchAudio(state: LegState): void {
  const { silenceMs } = state.timings;
  const sinceMs = state.clock.nowMs() - (state.lastAudioMs ?? state.answeredMs ?? 0);
  const leftMs = (state.lastAudioMs === undefined ? silenceMs.first : silenceMs.later) - sinceMs;
  if (leftMs <= 0) conclude(state, lost('No audio arrives from Twilio any more.'), { endsCall: true });
  else state.timers.after(leftMs, () => watchAudio(state));
}

function onMedia(state: LegState, socket: WebSocket): void {
  if (state.over || state.stream !== undefined) {
    socket.close(1000);
    return;
  }
  const { clock, voice, frames, events } = state;
  state.stream = followMediaStream(socket, {
    onStart: () => {
      state.streamIsOpen = true;
      if (state.waiting === undefined) answer(state);
    },
    onAudio: (audio, chunk, timestampMs) => {
      state.lastAudioMs = clock.nowMs();
      if (!state.over) frames.receive(audio, chunk, timestampMs);
    },
    onDtmf: (digit) => {
      if (state.answeredMs !== undefined && !state.over) events.emit({ type: 'dtmf', digit, atMs: clock.nowMs() });
    },
    onMark: (name) => voice.onMark(name),
    // It says that the stream is over, which the call should be: it is ended to be sure.
    onStop: () => endWith(state, { reason: 'contact_hung_up', by: 'contact' }),
    onClosed: () => endWith(state, lost('The connection that carried the audio of the call was lost.')),
  });
}

/** Ends the call as the stream says. */
function endWith(state: LegState, how: Ending): void {
  if (state.waiting !== undefined) {
    state.waitingEnd ??= how;
    return;
  }
  answer(state);
  if (!isOver(state)) conclude(state, how, { endsCall: true });
}

function onAnsweredBy(state: LegState, answeredBy: Answerer): void {
  const verdict = answeredBy === 'human' || answeredBy === 'unknown' ? answeredBy : 'machine';
  const atMs = state.clock.nowMs();
  const machine: Omit<MachineEvent, 'atMs'> = {
    type: 'machine',
    verdict,
    confidence: verdict === 'unknown' ? 0 : 0.9,
    cause: answeredBy,
    ...(answeredBy === 'machine_end_beep' && { beepAtMs: atMs }),
    ...(answeredBy === 'machine_end_silence' && { pausedAtMs: atMs }),
  };
  if (state.machine !== undefined) return;
  state.machine = machine;
  if (state.answeredMs !== undefined) state.events.emit({ ...machine, atMs });
}
