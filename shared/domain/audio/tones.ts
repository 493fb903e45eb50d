import type { PcmRate } from './format';
import { amplitudeOf } from './level';
import { toSample } from './pcm';

/** A tone that is on for `onMs`, then off for `offMs`, and so on. One that sounds once is off for `Infinity`. */
export interface Tone {
  /** One frequency, or several that sound at once. */
  hertz: readonly number[];
  onMs: number;
  offMs: number;
  /** The level of each frequency; -10 if absent. */
  dbm0?: number;
}

/** Tones of telephone networks and machines (ITU-T E.180, E.182, T.30), and a usual beep of voice mail. */
export const tones = {
  beep: { hertz: [1_000], onMs: 400, offMs: Infinity },
  ringback: { hertz: [425], onMs: 1_000, offMs: 4_000 },
  ringbackNorthAmerica: { hertz: [440, 480], onMs: 2_000, offMs: 4_000 },
  busy: { hertz: [425], onMs: 500, offMs: 500 },
  busyNorthAmerica: { hertz: [480, 620], onMs: 500, offMs: 500 },
  faxCalling: { hertz: [1_100], onMs: 500, offMs: 3_000 },
  faxAnswer: { hertz: [2_100], onMs: 3_000, offMs: Infinity },
} as const satisfies Record<string, Tone>;

/** A tone rises and falls within this time, so that it does not click. */
const edgeMs = 2;

/**
 * Computes `ms` of a tone, as samples.
 * @param fromMs where in the tone's rhythm the samples begin, so that a stream can be computed frame by frame
 */
export function synthesizeTone(tone: Tone, rate: PcmRate, ms: number, fromMs = 0): Int16Array {
  const amplitude = amplitudeOf(tone.dbm0 ?? -10);
  const periodMs = tone.onMs + tone.offMs;
  const first = Math.round((fromMs * rate) / 1000);
  return Int16Array.from({ length: Math.round((ms * rate) / 1000) }, (_, i) => {
    const inPeriodMs = (((first + i) * 1000) / rate) % periodMs;
    if (inPeriodMs >= tone.onMs) return 0;
    const toEdgeMs = Math.min(inPeriodMs, tone.onMs - inPeriodMs);
    const seconds = inPeriodMs / 1000;
    const sum = tone.hertz.reduce((total, hertz) => total + Math.sin(2 * Math.PI * hertz * seconds), 0);
    return toSample(amplitude * Math.min(1, toEdgeMs / edgeMs) * sum);
  });
}
