import isIBAN from 'validator/lib/isIBAN';
import type { Piece, Span } from './reading';
import type { RedactionText } from './rule';

/** Norway has the shortest IBAN; ISO 13616-1 allows up to 34 characters. */
const length = { min: 15, max: 34 };
const between = /^[\s.\-\u2010-\u2015]{0,3}$/u;

/**
 * Finds account numbers (ISO 13616): a country of the IBAN registry, with its length and format and valid check digits, in any grouping and
 * case. Letters and digits may be spelled one by one ("F I two one …").
 */
export function* findIbans({ text, readings }: RedactionText): Iterable<Span> {
  for (const [place, { pieces }] of readings.entries()) {
    for (let first = 0; first < pieces.length; first++) {
      const end = endOfIban(text, pieces, first);
      if (end === undefined) continue;
      const spoken = pieces.slice(first, end + 1).some((piece) => piece.spoken);
      const [from, to] = [pieces[first], pieces[end]];
      if (!from || !to || (place > 0 && !spoken)) continue;
      yield { start: from.start, end: to.end };
      first = end;
    }
  }
}

/** @returns the index of the last piece of the longest account number that begins at this piece */
function endOfIban(text: string, pieces: readonly Piece[], first: number): number | undefined {
  const before = pieces[first - 1];
  const start = pieces[first];
  if (start?.kind !== 'word' || start.value.length > 2 || before?.end === start.start) return undefined;
  let characters = '';
  let found: number | undefined;
  for (let at = first; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    const previous = pieces[at - 1];
    if (at > first && previous && !between.test(text.slice(previous.end, Math.min(piece.start, previous.end + 4))))
      break;
    characters += piece.value;
    if (characters.length > length.max || !/^[a-z]{1,2}(?![a-z])\d{0,2}|^[a-z]{2}$/.test(characters.slice(0, 4))) break;
    const touches = pieces[at + 1]?.start === piece.end;
    if (characters.length >= length.min && !touches && isIBAN(characters)) found = at;
  }
  return found;
}
