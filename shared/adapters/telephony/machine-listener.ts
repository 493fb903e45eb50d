import { frameMs, type PcmRate, sampleBytes, sampleRates, telephoneRate } from '../../domain/audio/format';
import type { MachineEvent as DetectorEvent, MachineListenerOptions } from '../../domain/audio/machine-detection';
import { createMachineDetector, type MachineDetector } from '../../domain/audio/machine-detector';
import { samplesOf } from '../../domain/audio/pcm';
import {
  type AudioFrame,
  type CallLeg,
  canSpeak,
  type LegEvent,
  type MachineEvent,
  type TelephonyProvider,
} from './telephony';

/** A dial tone or a menu may beep all the time: no more beeps are reported of one call. */
const maxBeeps = 10;

/**
 * Adds the detection of answering machines to the calls of a provider. Those that a leg reports without it are left as
 * they are.
 */
export const withMachineDetection = (provider: TelephonyProvider): TelephonyProvider => ({
  name: provider.name,
  speaksText: provider.speaksText,
  get pacing() {
    return provider.pacing;
  },
  get trunks() {
    return provider.trunks;
  },
  lookup: (...call) => provider.lookup(...call),
  ...(provider.lineStates && { lineStates: () => provider.lineStates?.() ?? {} }),
  ...(provider.readCost && { readCost: async (line) => provider.readCost?.(line) }),
  close: async () => provider.close?.(),
  dial: async (request) => detectMachines(await provider.dial(request), request.machineDetection ?? {}),
});

/**
 * Adds `machine` events to a leg whose line does not say who answered: a detector listens to the contact from the answer
 * on. It delays neither audio nor events. A leg that detects machines is returned as it is.
 */
function detectMachines(leg: CallLeg, options: MachineListenerOptions): CallLeg {
  if (leg.detectsMachines === true) return leg;
  const listeners = new Set<(event: LegEvent) => void>();
  const listen = createListener(options, (event) => listeners.forEach((listener) => listener(event)));
  let stopAudio: (() => void) | undefined;
  const stop = (): void => {
    stopAudio?.();
    stopAudio = undefined;
  };
  leg.onEvent((event) => {
    if (event.type === 'answered')
      stopAudio = leg.onAudio((frame) => {
        if (frame.channel === 'user' && listen(frame, event.atMs) === 'done') stop();
      });
    if (event.type === 'ended') stop();
  });
  const onEvent: CallLeg['onEvent'] = (listener) => {
    const unsubscribe = leg.onEvent(listener);
    listeners.add(listener);
    return () => {
      unsubscribe();
      listeners.delete(listener);
    };
  };
  return {
    ...forward(leg),
    get line() {
      return leg.line;
    },
    onEvent,
  };
}

/** The other members of a leg, which may be an instance of a class. */
const forward = (leg: CallLeg): Omit<CallLeg, 'onEvent' | 'line'> => ({
  attemptKey: leg.attemptKey,
  voice: leg.voice,
  ended: leg.ended,
  onLine: (listener) => leg.onLine(listener),
  onAudio: (listener) => leg.onAudio(listener),
  sendDtmf: (digits) => leg.sendDtmf(digits),
  hangUp: (how) => leg.hangUp(how),
  ...(canSpeak(leg) && {
    say: (text: string) => leg.say(text),
    onSpeech: (listener: Parameters<typeof leg.onSpeech>[0]) => leg.onSpeech(listener),
  }),
});

/** @returns takes each frame of the contact; `done` once no event can follow */
function createListener(
  options: MachineListenerOptions,
  emit: (event: MachineEvent) => void,
): (frame: AudioFrame, answeredMs: number) => 'listening' | 'done' {
  let detector: MachineDetector | undefined;
  let detectorRate: PcmRate | undefined;
  let beeps = 0;
  let decided: Pick<MachineEvent, 'verdict' | 'confidence' | 'cause'> = {
    verdict: 'unknown',
    confidence: 0,
    cause: 'timeout',
  };
  return ({ pcm, narrowband, startMs }, answeredMs) => {
    const rate = narrowband === undefined ? sampleRates.user : telephoneRate;
    const audio = narrowband ?? pcm;
    detectorRate ??= rate;
    detector ??= createMachineDetector({ ...options, rate });
    // A frame of another length, or of another rate than the first, is a fault of the line, which must not end the call.
    if (rate !== detectorRate || audio.length * 1_000 !== rate * frameMs * sampleBytes) return 'listening';
    const events = detector.push(samplesOf(audio), startMs);
    const verdict = events.find((event) => event.type === 'machine');
    if (verdict !== undefined) decided = pickVerdict(verdict);
    const beep = beeps < maxBeeps ? events.find((event) => event.type === 'beep') : undefined;
    if (beep !== undefined) beeps++;
    const pause = events.find((event) => event.type === 'greeting_paused');
    const atMs = answeredMs + startMs + frameMs;
    if (verdict !== undefined || beep !== undefined)
      emit({ type: 'machine', ...decided, atMs, ...(beep && { beepAtMs: answeredMs + beep.atMs }) });
    if (pause !== undefined) emit({ type: 'machine', ...decided, atMs, pausedAtMs: answeredMs + pause.sinceMs });
    if (events.some((event) => event.type === 'greeting_resumed'))
      emit({ type: 'machine', ...decided, atMs, resumedAtMs: atMs });
    return detector.isDone ? 'done' : 'listening';
  };
}

const pickVerdict = ({ verdict, confidence, cause }: Extract<DetectorEvent, { type: 'machine' }>) => ({
  verdict,
  confidence,
  cause,
});
