import isLuhnNumber from 'validator/lib/isLuhnNumber';
import type { Piece, Span } from './reading';
import type { RedactionText } from './rule';

const length = { min: 13, max: 19 };

/**
 * Finds card numbers (ISO/IEC 7812-1): 13 to 19 digits in any grouping, or spelled, that do not begin with 0 and end with their Luhn check
 * digit. A longer run of digits is searched group by group, so that an expiry date after the number does not hide it.
 */
export function* findCreditCards({ text, readings }: RedactionText): Iterable<Span> {
  for (const [place, { runs }] of readings.entries()) {
    for (const run of runs) {
      if (run.plus || run.digits.length < length.min || (place > 0 && !run.spoken) || isPartOfWord(text, run)) continue;
      if (isCard(run.digits)) yield run;
      else yield* findCardsWithin(run.pieces);
    }
  }
}

/** True when a letter touches the digits, as in the order number "AB4111…". */
export const isPartOfWord = (text: string, { start, end }: Span): boolean =>
  /[\p{L}\p{N}_]/u.test(text[start - 1] ?? '') || /[\p{L}\p{N}_]/u.test(text[end] ?? '');

const isCard = (digits: string): boolean =>
  digits.length >= length.min && digits.length <= length.max && !digits.startsWith('0') && isLuhnNumber(digits);

/** Finds cards that begin and end at a group boundary. Single digits are not groups, because any long sequence contains a valid card by chance. */
function* findCardsWithin(pieces: readonly Piece[]): Iterable<Span> {
  for (let first = 0; first < pieces.length; first++) {
    const last = lastOfCard(pieces, first);
    const [from, to] = [pieces[first], pieces[last ?? -1]];
    if (!from || !to || last === undefined) continue;
    yield { start: from.start, end: to.end };
    first = last;
  }
}

function lastOfCard(pieces: readonly Piece[], first: number): number | undefined {
  if ((pieces[first]?.value.length ?? 0) < 2) return undefined;
  let digits = '';
  let found: number | undefined;
  for (let last = first; last < pieces.length && digits.length < length.max; last++) {
    const { value = '' } = pieces[last] ?? {};
    digits += value;
    if (value.length > 1 && isCard(digits)) found = last;
  }
  return found;
}
