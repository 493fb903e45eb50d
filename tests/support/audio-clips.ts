import type { PcmRate } from '../../shared/domain/audio/format';
import { synthesizeTone, type Tone } from '../../shared/domain/audio/tones';

/** A part of a clip, computed at any rate. */
export type Part = (rate: PcmRate) => Int16Array;
export const silence =
  (ms: number): Part =>
  (rate) =>
    new Int16Array((ms * rate) / 1000);
export const sound =
  (tone: Tone, ms: number): Part =>
  (rate) =>
    synthesizeTone(tone, rate, ms);
export const sine = (hertz: number, ms: number, dbm0 = -10): Part =>
  sound({ hertz: [hertz], onMs: ms, offMs: Infinity, dbm0 }, ms);

/**
 * Speech by formula: harmonics of a pitch that glides, in syllables of 200 ms with a vowel each, whose formants change. It has
 * the features that the detector uses: a level that varies, several harmonics, and no constant frequency.
 */
export const speech =
  (ms: number, level = 4_000): Part =>
  (rate) => {
    const samples = (ms * rate) / 1000;
    const key = `${level}/${rate}`;
    const kept = spoken.get(key);
    const whole = kept !== undefined && kept.length >= samples ? kept : synthesizeSpeech(samples, level, rate);
    spoken.set(key, whole);
    return whole.slice(0, samples);
  };

/** The longest speech of each level and rate so far: a shorter one is its beginning. */
const spoken = new Map<string, Int16Array>();

function synthesizeSpeech(samples: number, level: number, rate: PcmRate): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: samples }, (_, i) => {
    const t = i / rate;
    const syllable = Math.floor(t / 0.2);
    const envelope = Math.sin((Math.PI * (t % 0.2)) / 0.2) ** 2 * (0.5 + 0.5 * Math.abs(Math.sin(syllable * 2.4)));
    phase += (2 * Math.PI * (140 + 20 * Math.sin(5 * t))) / rate;
    const formant = 500 + 250 * Math.sin(syllable * 1.7);
    let sum = 0;
    for (let k = 1; k <= 12; k++) sum += Math.sin(k * phase) / (1 + ((k * 140 - formant) / 200) ** 2);
    return Math.round(level * envelope * sum);
  });
}

let seed = 7;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
/** Adds noise to a whole clip. */
export const withNoise =
  (rms: number, ...parts: Part[]): Part =>
  (rate) =>
    concat(parts, rate).map((sample) => sample + Math.round((random() - 0.5) * rms * Math.sqrt(12)));

export function concat(parts: readonly Part[], rate: PcmRate): Int16Array {
  const clips = parts.map((part) => part(rate));
  const whole = new Int16Array(clips.reduce((samples, { length }) => samples + length, 0));
  let at = 0;
  for (const clip of clips) {
    whole.set(clip, at);
    at += clip.length;
  }
  return whole;
}
