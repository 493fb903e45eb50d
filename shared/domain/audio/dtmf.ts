import type { PcmRate } from './format';
import { synthesizeTone } from './tones';

/** The keys of a telephone: rows share a low frequency, columns a high one (ITU-T Q.23). */
export const dtmfKeys = ['123A', '456B', '789C', '*0#D'] as const;
export const dtmfRows = [697, 770, 852, 941] as const;
export const dtmfColumns = [1_209, 1_336, 1_477, 1_633] as const;

/** What may stand in a sequence of digits to send: keys, and pauses of half a second (`w`) and one second (`W`). */
const sequencePattern = /^[0-9A-D*#wW]+$/;
const pauseMs: Readonly<Record<string, number>> = { w: 500, W: 1_000 };
/** Levels of the low and the high frequency in dBm0: lines attenuate high frequencies more. */
const [lowLevel, highLevel] = [-9, -7];

/** One part of a sequence: a key, or silence. */
export type DtmfStep = { key: string; ms: number } | { ms: number };

/**
 * Plans a sequence of digits: a key for 100 ms, then 100 ms of silence; `w` is a pause of 0.5 s, `W` of 1 s.
 * @throws {RangeError} if it is empty, or contains anything but `0-9 A-D * # w W`
 */
export function planDtmf(sequence: string, { toneMs = 100, gapMs = 100 } = {}): DtmfStep[] {
  // Digits may be secret, so the message does not repeat them.
  if (!sequencePattern.test(sequence))
    throw new RangeError('Digits to send are one or more of 0-9, A-D, *, #, and the pauses w and W.');
  return Array.from(sequence).flatMap((key) => {
    const pause = pauseMs[key];
    return pause === undefined ? [{ key, ms: toneMs }, { ms: gapMs }] : [{ ms: pause }];
  });
}

/**
 * Computes the tones of a sequence of digits, for a line that takes them as audio.
 * @throws {RangeError} as {@link planDtmf}
 */
export function synthesizeDtmf(
  sequence: string,
  rate: PcmRate,
  lengths?: { toneMs?: number; gapMs?: number },
): Int16Array {
  const parts = planDtmf(sequence, lengths).map((step) =>
    'key' in step ? synthesizeKey(step.key, rate, step.ms) : new Int16Array((step.ms * rate) / 1000),
  );
  const all = new Int16Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function synthesizeKey(key: string, rate: PcmRate, ms: number): Int16Array {
  const row = dtmfKeys.findIndex((keys) => keys.includes(key));
  const [low, high] = [dtmfRows[row] ?? 0, dtmfColumns[dtmfKeys[row]?.indexOf(key) ?? 0] ?? 0];
  const samples = synthesizeTone({ hertz: [low], onMs: ms, offMs: Infinity, dbm0: lowLevel }, rate, ms);
  const highs = synthesizeTone({ hertz: [high], onMs: ms, offMs: Infinity, dbm0: highLevel }, rate, ms);
  return samples.map((sample, i) => sample + (highs[i] ?? 0));
}
