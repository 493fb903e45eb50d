import { frameMs, type PcmRate, telephoneRate } from './format';
import {
  completeMachineDetectionOptions,
  type MachineCause,
  type MachineDetectionOptions,
  type MachineEvent,
  type MachineListenerOptions,
  type MachineVerdict,
} from './machine-detection';
import { createRateConverter } from './resample';
import { findSingleTone } from './single-tone';
import { createSpeechLevel, createSpeechMeter, type Speech } from './speech-meter';
import { findTonePair } from './tone-pair';
import { createToneTracker } from './tone-tracker';

/**
 * Decides from the contact's audio whether a human or a machine has answered, and finds the beep. It has no clock: every call
 * gets an instant in ms since the answer.
 */
export interface MachineDetector {
  /**
   * Analyzes 20 ms of the contact's audio, which begin at `atMs`. Missing frames are silence; a frame older than the last one is
   * ignored.
   * @throws {RangeError} if the frame has another length
   */
  push(samples: Int16Array, atMs: number): MachineEvent[];
  /** For a line that sends no audio during silence: the events that are due at `atMs` without a frame. */
  tick(atMs: number): MachineEvent[];
  /** Whether the time for detection is over. No events follow. */
  readonly isDone: boolean;
}

export interface MachineDetectorOptions extends MachineListenerOptions {
  /** Samples per second of the frames; 8000 if absent. */
  rate?: PcmRate;
}

interface Decision {
  verdict: MachineVerdict;
  cause: MachineCause;
  /** From 0 to 1: how clearly the rule applied. It is no measured probability. */
  confidence: number;
}

/** Confidence in the rules that depend on no threshold. */
const toneConfidence = { beep: 0.95, fax: 0.98, network_announcement: 0.95 } as const;
const machineBy = (cause: keyof typeof toneConfidence): Decision => ({
  verdict: 'machine',
  cause,
  confidence: toneConfidence[cause],
});
const unknownBy = (cause: 'silence' | 'timeout'): Decision => ({ verdict: 'unknown', cause, confidence: 0 });
const toHundredths = (value: number): number => Math.round(value * 100) / 100;

interface DecisionContext {
  options: MachineDetectionOptions;
  speech: Speech | undefined;
  atMs: number;
  /** While a tone sounds, silence does not decide: the tone may be the beep. */
  isTonePending: boolean;
}

/** Applies the rules on lengths of speech and silence. */
function decideByLengths({ options, speech, atMs, isTonePending }: DecisionContext): Decision | undefined {
  const threshold = options.MachineDetectionSpeechThreshold;
  if (speech !== undefined) {
    const lengthMs = speech.endMs - speech.startMs;
    // Surer the fewer pauses there were: recorded greetings have few.
    if (lengthMs >= threshold)
      return {
        verdict: 'machine',
        cause: 'long_greeting',
        confidence: toHundredths(0.6 + (0.35 * speech.voicedMs) / lengthMs),
      };
    // Surer the shorter the greeting was.
    const isOver = atMs - speech.endMs >= options.MachineDetectionSpeechEndThreshold;
    if (isOver && !isTonePending)
      return {
        verdict: 'human',
        cause: 'short_greeting',
        confidence: toHundredths(0.95 - (0.35 * lengthMs) / threshold),
      };
  } else if (atMs >= options.MachineDetectionSilenceTimeout && !isTonePending) return unknownBy('silence');
  return atMs >= options.MachineDetectionTimeout * 1_000 ? unknownBy('timeout') : undefined;
}

/** @returns the decision that a tone makes */
function decideByTone(event: MachineEvent): Decision | undefined {
  if (event.type === 'beep') return machineBy('beep');
  if (event.type !== 'tone') return undefined;
  if (event.name === 'fax_calling' || event.name === 'fax_answer') return machineBy('fax');
  return event.name === 'special_information' ? machineBy('network_announcement') : undefined;
}

/** Analyzes frames: finds speech, single tones and pairs of tones. */
function createAnalyzer(rate: PcmRate) {
  const convert = createRateConverter(rate, telephoneRate);
  const speechMeter = createSpeechMeter();
  const tracker = createToneTracker();
  const frameSamples = (telephoneRate * frameMs) / 1_000;
  /** The last frame and this one. */
  const window = new Float32Array(2 * frameSamples);
  const frame = window.subarray(frameSamples);
  const measureSpeech = createSpeechLevel();
  let pairMs = 0;
  return {
    tracker,
    speechMeter,
    analyze: (samples: Int16Array, startMs: number): MachineEvent[] => {
      window.copyWithin(0, frameSamples);
      frame.set(convert(samples));
      const endMs = startMs + frameMs;
      const events: MachineEvent[] = tracker.push(findSingleTone(frame)?.hertz, startMs, endMs);
      const pair = tracker.isTone ? undefined : findTonePair(window);
      pairMs = pair === undefined ? 0 : pairMs + frameMs;
      if (pair !== undefined && pairMs === 200)
        events.push({ type: 'tone', name: 'call_progress', atMs: endMs, startMs: endMs - pairMs, hertz: pair });
      const isTone = tracker.isTone || pair !== undefined;
      speechMeter.push({ startMs, endMs, rms: measureSpeech(frame), isTone });
      return events;
    },
  };
}

/** A tone that repeats, such as ringback, is reported once; each beep is. */
function createToneFilter(): (event: MachineEvent) => boolean {
  const named = new Set<string>();
  return (event) => {
    if (event.type !== 'tone') return true;
    const isFirst = !named.has(event.name);
    named.add(event.name);
    return isFirst;
  };
}

/** @throws {RangeError} if an option is outside of its limits */
export function createMachineDetector(options: MachineDetectorOptions = {}): MachineDetector {
  const { rate = telephoneRate, ...given } = options;
  const complete = completeMachineDetectionOptions(given);
  const { tracker, speechMeter, analyze } = createAnalyzer(rate);
  const frameSamples = (rate * frameMs) / 1_000;
  let [lastMs, isDone] = [0, false];
  let verdict: MachineVerdict | undefined;
  let [hasBeeped, isPaused, reportedPauseMs] = [false, false, -1];
  const isNew = createToneFilter();

  const decide = (decision: Decision | undefined, atMs: number): MachineEvent[] => {
    if (decision === undefined || verdict !== undefined) return [];
    verdict = decision.verdict;
    return [{ type: 'machine', ...decision, atMs }];
  };
  const findPause = (speech: Speech | undefined, atMs: number): MachineEvent[] => {
    if (verdict !== 'machine' || hasBeeped || speech === undefined || tracker.isPending) return [];
    if (isPaused && speech.endMs > reportedPauseMs) {
      isPaused = false;
      return [{ type: 'greeting_resumed', atMs }];
    }
    if (speech.endMs === reportedPauseMs || atMs - speech.endMs < complete.MachineDetectionSpeechEndThreshold)
      return [];
    [isPaused, reportedPauseMs] = [true, speech.endMs];
    return [{ type: 'greeting_paused', atMs, sinceMs: speech.endMs }];
  };
  const conclude = (atMs: number): MachineEvent[] => {
    lastMs = atMs;
    const { speech } = speechMeter;
    const context = { options: complete, speech, atMs, isTonePending: tracker.isPending };
    const events = [...decide(decideByLengths(context), atMs), ...findPause(speech, atMs)];
    isDone = atMs >= complete.MachineDetectionTimeout * 1_000;
    return events;
  };
  return {
    push: (samples, atMs) => {
      if (samples.length !== frameSamples)
        throw new RangeError(
          `A frame of ${frameMs} ms at ${rate} Hz has ${frameSamples} samples, not ${samples.length}.`,
        );
      if (isDone || atMs < lastMs) return [];
      const endMs = atMs + frameMs;
      const heard = analyze(samples, atMs).filter(isNew);
      hasBeeped ||= heard.some(({ type }) => type === 'beep');
      const events = heard.flatMap((event) => [event, ...decide(decideByTone(event), endMs)]);
      return [...events, ...conclude(endMs)];
    },
    tick: (atMs) => (isDone || atMs <= lastMs ? [] : conclude(atMs)),
    get isDone() {
      return isDone;
    },
  };
}
