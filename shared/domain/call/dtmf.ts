/** The keys of a telephone. */
export const dtmfDigits = Array.from('0123456789*#ABCD') as readonly DtmfDigit[];
export type DtmfDigit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#' | 'A' | 'B' | 'C' | 'D';

/** One step of sending keys: a key, or a pause in ms. */
export type DtmfStep = { digit: DtmfDigit } | { pauseMs: number };

/** How long a key sounds, and the silence after it, as carriers expect it at least. */
export const dtmfTiming = { toneMs: 100, gapMs: 100 } as const;
const maxLength = 100;
const pauses: Readonly<Record<string, number>> = { w: 500, W: 1_000 };

export const isDtmfDigit = (text: string): text is DtmfDigit => (dtmfDigits as readonly string[]).includes(text);

/**
 * Reads keys to send: digits, `*`, `#`, `A` to `D`, and `w` and `W` for a pause of half a second and a second.
 * @throws {RangeError} if the text holds anything else, or more than 100 characters
 */
export function parseDtmf(text: string): DtmfStep[] {
  if (text.length > maxLength) throw new RangeError(`At most ${maxLength} keys can be sent at once.`);
  return Array.from(text).map((key) => {
    const pauseMs = pauses[key];
    if (pauseMs !== undefined) return { pauseMs };
    if (isDtmfDigit(key)) return { digit: key };
    throw new RangeError('Only the keys 0 to 9, *, #, A to D, and w and W for a pause, can be sent.');
  });
}
