import { setTimeout as sleep } from 'node:timers/promises';
import { createListeners, type Listeners } from '../listeners';
import { createTimers, type SimulatorClock, type Timers } from '../simulated/clock';
import type { AudioFrame, DialRequest, LegEnd, LegEvent, MachineEvent } from '../telephony';
import type { CallReport } from './callback';
import type { CallStatus, TwilioClient } from './client';
import { endCall } from './end-call';
import { createFrames, type Frames } from './frames';
import type { MediaStream } from './media-stream';
import type { TwilioTimings } from './timings';
import { createTwilioVoice, type TwilioVoice } from './voice';

/** Receives failures that a leg cannot handle. A pino logger fits. */
export interface TwilioLogger {
  warn(fields: object, message: string): void;
}

export interface LegDeps {
  request: DialRequest;
  client: Pick<TwilioClient, 'get' | 'end'>;
  clock: SimulatorClock;
  timings: TwilioTimings;
  detectsMachines: boolean;
  logger?: TwilioLogger | undefined;
  /** The call is being ended at Twilio. The promise resolves when it is, or cannot be; it never rejects. */
  onEnding?: (ending: Promise<unknown>) => void;
  /** Called once the call is over, before that is reported. */
  onEnded(end: LegEnd, answeredAtMs: number | undefined): Promise<void>;
}

export interface LegState extends LegDeps {
  timers: Timers;
  events: Listeners<LegEvent>;
  audio: Listeners<AudioFrame>;
  frames: Frames;
  voice: TwilioVoice;
  sid?: string;
  /** The furthest status so far: callbacks are repeated, and come in any order. */
  status: CallStatus;
  /** Reports wait until the caller of `dial` has subscribed. */
  waiting: CallReport[] | undefined;
  /** The end, if it came before the caller has subscribed. */
  waitingEnd?: Ending;
  rangMs?: number;
  /** When Twilio said that the contact had answered. */
  reportedAnswerMs?: number;
  answeredMs?: number;
  stream?: MediaStream;
  streamIsOpen: boolean;
  lastAudioMs?: number;
  /** A verdict that came before the audio. */
  machine?: Omit<MachineEvent, 'atMs'>;
  cancelRingTimer?: () => void;
  over: boolean;
  ended: Promise<LegEnd>;
  resolveEnded: (end: LegEnd) => void;
}

export function createLegState(deps: LegDeps): LegState {
  const { clock, logger, request } = deps;
  const timers = createTimers(clock);
  const reportError = (err: unknown): void =>
    logger?.warn({ callId: request.attemptKey, err }, 'twilio.listener_failed');
  const audio = createListeners<AudioFrame>(reportError);
  const frames = createFrames(
    (frame) => audio.emit(frame),
    () => clock.nowMs(),
  );
  let resolveEnded: LegState['resolveEnded'] = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (resolveEnded = resolve));
  const voice = createTwilioVoice({
    stream: () => (state.streamIsOpen && !state.over ? state.stream : undefined),
    elapsedMs: () => clock.nowMs() - (state.answeredMs ?? clock.nowMs()),
    after: timers.after,
    onFrame: (pcm, startMs) => frames.play(pcm, startMs),
  });
  const state: LegState = {
    ...deps,
    ...{ timers, audio, frames, voice, ended, resolveEnded },
    events: createListeners<LegEvent>(reportError),
    status: 'queued',
    waiting: [],
    streamIsOpen: false,
    over: false,
  };
  return state;
}

/** How a call ends. */
export type Ending = Omit<LegEnd, 'atMs'>;

/** An end of the line's, not of a person's. */
export const lost = (error: string): Ending => ({ reason: 'assistant_error', detail: 'media_lost', by: 'line', error });

/**
 * Ends the leg, once. A call that may still be alive at Twilio is ended there too, and the end is reported when Twilio has
 * confirmed that, or did not for a while: then it is asked again in the background.
 * @param endsCall false if Twilio says that the call is over
 */
export function conclude(state: LegState, how: Ending, { endsCall }: { endsCall: boolean }): void {
  if (state.over) return;
  state.over = true;
  const { clock, client, timings, request, logger } = state;
  const end: LegEnd = { ...how, atMs: clock.nowMs() };
  state.voice.end();
  state.timers.clear();
  const ending =
    endsCall && state.sid !== undefined
      ? endCall(client, state.sid).catch((err: unknown) =>
          logger?.warn({ callId: request.attemptKey, err }, 'twilio.call_not_ended'),
        )
      : Promise.resolve();
  state.onEnding?.(ending);
  // After the request was sent: Twilio ends a call whose stream is closed, too.
  state.stream?.close();
  const recorded = state
    .onEnded(end, state.answeredMs)
    .catch((err: unknown) => logger?.warn({ callId: request.attemptKey, err }, 'twilio.end_not_recorded'));
  const atMost = sleep(timings.endMs, undefined, { ref: false });
  void Promise.race([Promise.all([ending, recorded]), atMost]).then(() => {
    state.events.emit({ type: 'ended', ...end });
    state.events.clear();
    state.audio.clear();
    state.resolveEnded(end);
  });
}
