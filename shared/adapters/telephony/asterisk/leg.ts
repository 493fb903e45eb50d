// cspell:ignore dialstatus
import { isDtmfDigit, type DtmfDigit } from '../../../domain/call/dtmf';
import { createKeySender } from '../keys';
import { createListeners, type Listeners } from '../listeners';
import { createTimers, type SimulatorClock, type Timers } from '../simulated/clock';
import type { CallLeg, DialRequest, LegEnd, LegEvent } from '../telephony';
import { ariPath } from './ari';
import { toRecordedEnd, type CallRecord } from './call-records';
import type { ChannelWatch } from './channel-watch';
import type { AriEvent } from './events';
import { expectSuccess, hangUpChannel, removeMedia, type Gateway } from './gateway';
import { createLegAudio, type LegAudio } from './leg-audio';
import type { MediaSocket } from './media-socket';
import { endingOf, failedEnding, type Ending } from './outcome';
import { readChannelAgain } from './resync';

export interface LegDeps {
  gateway: Gateway;
  request: DialRequest;
  media: MediaSocket;
  watch: ChannelWatch;
  dialedMs: number;
  clock: SimulatorClock;
  /** How long the channel lives at most, whatever happens, in ms. */
  limitMs: number;
  /** No event has arrived since it was dialed. */
  isSilent: boolean;
  onEnded: () => void;
}

interface State extends LegDeps {
  nowMs: () => number;
  timers: Timers;
  events: Listeners<LegEvent>;
  audio: LegAudio;
  record: CallRecord;
  /** Writes of the record, and keys, go out one after the other. */
  writes: Promise<unknown>;
  keys: Promise<unknown>;
  rang: boolean;
  earlyMedia: boolean;
  answeredMs?: number;
  /** Why we asked Asterisk to hang up. */
  intent?: Ending;
  over: boolean;
  stopListening: () => void;
  ended: Promise<LegEnd>;
  resolveEnded: (end: LegEnd) => void;
}

/** The end of the call is usually reported before the audio stops, and before a new connection for events is asked. */
const eventLagMs = 250;
/** The call is over for us then; Asterisk is asked on. */
const confirmMs = 5_000;
const recordMs = 1_000;

/** One call whose channel is dialed. @returns the leg, and what begins to report its events */
export function createAsteriskLeg(deps: LegDeps): { leg: CallLeg; open: () => void } {
  const state = createState(deps);
  return { leg: toLeg(state), open: () => open(state) };
}

function createState(deps: LegDeps): State {
  const { clock, gateway, media, dialedMs } = deps;
  const onError = (err: unknown): void =>
    gateway.logger?.warn({ err, callId: deps.request.attemptKey }, 'asterisk.listener_failed');
  const nowMs = (): number => clock.nowMs();
  const timers = createTimers(clock);
  const elapsedMs = (): number => Math.max(0, nowMs() - (state.answeredMs ?? nowMs()));
  const audio = createLegAudio({ media, after: timers.after, elapsedMs, onError });
  let resolveEnded: State['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (resolveEnded = resolve));
  const state: State = {
    ...deps,
    ...{ nowMs, timers, audio, ended, resolveEnded },
    events: createListeners<LegEvent>(onError),
    record: { dialedMs },
    writes: Promise.resolve(),
    keys: Promise.resolve(),
    ...{ rang: false, earlyMedia: false, over: false },
    stopListening: () => undefined,
  };
  return state;
}

function toLeg(state: State): CallLeg {
  const { gateway, request, timers, ended } = state;
  const { voice } = state.audio;
  return {
    attemptKey: request.attemptKey,
    line: { ...gateway.line, ProviderCallID: request.attemptKey },
    // The line is complete before it rings.
    onLine: () => () => undefined,
    onEvent: (listener) => state.events.add(listener),
    onAudio: (listener) => state.audio.frames.add(listener),
    voice,
    sendDtmf: createKeySender({
      voice,
      isOpen: () => state.answeredMs !== undefined && !state.over && state.intent === undefined,
      after: timers.after,
      press: (digit) => press(state, digit),
      ended,
    }),
    hangUp: async ({ reason } = {}) => {
      hangUp(state, { end: { reason: 'assistant_hung_up', by: 'us', ...(reason && { detail: reason }) } });
      await ended;
    },
    ended,
  };
}

function open(state: State): void {
  const { request, timers, gateway, media, watch, nowMs, dialedMs } = state;
  timers.after(request.ringTimeoutMs - (nowMs() - dialedMs), () => {
    if (state.answeredMs === undefined)
      hangUp(state, { end: { reason: 'contact_did_not_answer', detail: 'no_answer', by: 'us' } });
  });
  media.onClosed(() => void timers.after(eventLagMs, () => hangUp(state, failedEnding('media_lost'))));
  const readAgain = (): void =>
    readChannelAgain(gateway, request.attemptKey, {
      after: timers.after,
      onAnswered: () => answer(state, nowMs()),
      onGone: () =>
        void timers.after(eventLagMs, () => finish(state, state.intent ?? failedEnding('asterisk_lost'), nowMs())),
      isOver: () => state.over,
    });
  state.stopListening = gateway.events.onReconnected(readAgain);
  watch.handle((event, atMs) => handle(state, event, atMs));
  // The connection may have been opened again since it was dialed.
  if (state.isSilent && !state.over) readAgain();
}

function handle(state: State, event: AriEvent, atMs: number): void {
  if (state.over) return;
  if (event.type === 'ChannelDestroyed') {
    const progress = { rang: state.rang || state.earlyMedia, answered: state.answeredMs !== undefined };
    finish(state, state.intent ?? endingOf(event, progress), atMs);
  } else if (state.intent !== undefined) return;
  else if (event.type === 'Dial') handleDial(state, event.dialstatus, atMs);
  else if (event.type === 'ChannelDtmfReceived' && state.answeredMs !== undefined) {
    const digit = event.digit ?? '';
    if (isDtmfDigit(digit)) state.events.emit({ type: 'dtmf', digit, atMs });
  }
}

function handleDial(state: State, status: string | undefined, atMs: number): void {
  if (status === 'ANSWER') answer(state, atMs);
  if (state.answeredMs !== undefined) return;
  if (status === 'PROGRESS' && !state.earlyMedia) {
    state.earlyMedia = true;
    state.events.emit({ type: 'early_media', atMs });
  }
  if (status === 'RINGING' && !state.rang) {
    state.rang = true;
    // Ringing comes before early media, or is not reported.
    if (!state.earlyMedia) state.events.emit({ type: 'ringing', atMs });
  }
}

function answer(state: State, atMs: number): void {
  if (state.answeredMs !== undefined || state.over || state.intent !== undefined) return;
  const { request, timers, nowMs } = state;
  state.answeredMs = atMs;
  state.record = { ...state.record, answeredMs: atMs };
  void writeRecord(state);
  timers.after(request.maxDurationMs - (nowMs() - atMs), () =>
    hangUp(state, { end: { reason: 'call_timeout', by: 'us' } }),
  );
  state.events.emit({ type: 'answered', atMs });
  // A listener may have hung up immediately.
  if (!isEnding(state)) state.audio.start();
}

const isEnding = ({ over, intent }: State): boolean => over || intent !== undefined;

function press(state: State, digit: DtmfDigit): void {
  const { gateway, request, nowMs } = state;
  const path = ariPath('channels', request.attemptKey, 'dtmf');
  const query = { dtmf: digit, before: 0, between: 0, after: 0, duration: 100 };
  state.keys = state.keys
    .then(async () => expectSuccess(await gateway.ari.request({ method: 'POST', path, query }), 'press a key'))
    .catch((err: unknown) => gateway.logger?.warn({ err, callId: request.attemptKey }, 'asterisk.key_not_sent'));
  state.events.emit({ type: 'dtmf_sent', digit, atMs: nowMs() });
}

/** Asks Asterisk to end the call. The first reason counts, unless the call ends before. */
function hangUp(state: State, ending: Ending): void {
  if (isEnding(state)) return;
  state.intent = ending;
  const { gateway, request, timers, nowMs, limitMs } = state;
  void hangUpChannel(gateway, request.attemptKey, limitMs).then((how) => {
    // Its event arrives sooner, or it was missed.
    if (how === 'gone') timers.after(eventLagMs, () => finish(state, ending, nowMs()));
  });
  timers.after(confirmMs, () => {
    gateway.logger?.warn({ callId: request.attemptKey }, 'asterisk.end_not_confirmed');
    finish(state, ending, nowMs());
  });
}

function finish(state: State, { end: how, failure }: Ending, atMs: number): void {
  if (state.over) return;
  state.over = true;
  state.audio.end();
  state.timers.clear();
  state.media.close();
  state.watch.stop();
  state.stopListening();
  void removeMedia(state.gateway, state.request.attemptKey);
  const end: LegEnd = { ...how, atMs };
  state.record = { ...state.record, end: toRecordedEnd(end, failure) };
  void report(state, end);
}

/** Writes the record before it reports the end, so that a lookup that follows finds it. */
async function report(state: State, end: LegEnd): Promise<void> {
  let stop: NodeJS.Timeout | undefined;
  await Promise.race([writeRecord(state), new Promise((resolve) => (stop = setTimeout(resolve, recordMs)))]);
  clearTimeout(stop);
  state.onEnded();
  state.events.emit({ type: 'ended', ...end });
  state.events.clear();
  state.audio.frames.clear();
  state.resolveEnded(end);
}

function writeRecord(state: State): Promise<unknown> {
  const { gateway, request, record } = state;
  state.writes = state.writes
    .then(() => gateway.records.write(request.attemptKey, record))
    .catch((err: unknown) => gateway.logger?.warn({ err, callId: request.attemptKey }, 'asterisk.record_not_written'));
  return state.writes;
}
