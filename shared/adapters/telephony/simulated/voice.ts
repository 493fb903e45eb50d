import { stableHash } from '../../../domain/stable-hash';

/** One stretch of speech, in ms since the answer: `bot` is the assistant, `user` the contact. */
export interface Utterance {
  channel: 'user' | 'bot';
  startMs: number;
  endMs: number;
  /** Set for a tone in place of speech. */
  hertz?: number;
}

/** One speaker: a pitch and, per vowel, one period of its sound. */
export interface Voice {
  pitchHz: number;
  vowels: readonly Float32Array[];
}

const pitchesHz = [98, 110, 124, 140, 165, 185, 205, 220];
/** The first three formants of a, e, i, o, u, in Hz. */
const formantsHz = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
];
const formantGains = [1, 0.5, 0.2];
const formantWidthHz = 90;
const highestHarmonicHz = 3600;
const periodSamples = 2048;

const voices = new Map<number, Voice>();

/** Returns the voice of one side of a call. The few voices are cached. */
export function voiceOf(seed: string, channel: Utterance['channel']): Voice {
  const pitchHz = pitchesHz[stableHash(`${seed}/${channel}/voice`) % pitchesHz.length] ?? 140;
  let voice = voices.get(pitchHz);
  if (!voice) {
    voice = { pitchHz, vowels: formantsHz.map((formants) => vowelPeriod(pitchHz, formants)) };
    voices.set(pitchHz, voice);
  }
  return voice;
}

/** Renders one period of a vowel with peak 1: the harmonics of the pitch, weighted by the formants near them. */
function vowelPeriod(pitchHz: number, formants: readonly number[]): Float32Array {
  const period = new Float32Array(periodSamples);
  const harmonics = Math.floor(highestHarmonicHz / pitchHz);
  for (let harmonic = 1; harmonic <= harmonics; harmonic++) {
    const gain = gainAt(harmonic * pitchHz, formants) / Math.sqrt(harmonic);
    // Spread phases prevent the harmonics from adding up to one sharp peak.
    const phase = (Math.PI * harmonic * harmonic) / harmonics;
    for (let i = 0; i < periodSamples; i++) {
      period[i] = (period[i] ?? 0) + gain * Math.sin((2 * Math.PI * harmonic * i) / periodSamples + phase);
    }
  }
  const peak = period.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
  return period.map((value) => value / peak);
}

function gainAt(hz: number, formants: readonly number[]): number {
  return formants.reduce(
    (sum, formant, i) => sum + (formantGains[i] ?? 0) / (1 + ((hz - formant) / formantWidthHz) ** 2),
    0.02,
  );
}
