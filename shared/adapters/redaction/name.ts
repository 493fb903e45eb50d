import { findIntroducedNames } from './introductions';
import { tokensOf, type Token, type Span } from './reading';
import type { Contact, RedactionText, Rule } from './rule';

/** Titles, and particles that are part of a name only together with another part. */
const particles = new Set(
  'van von der den de del della di da dos das du la le el al bin ibn bint abu ben af av zu zur ter ten mac st saint san santa y e i und and mr mrs ms miss mx dr prof sir madam herr frau monsieur madame mme mlle senor senora don dona signor signora jr sr ii iii iv'.split(
    ' ',
  ),
);
/** Names that are also ordinary words. They are recognized only when capitalized. */
const ordinaryWords = new Set(
  'will mark may april june august grace hope joy rose art bill frank gene guy jack pat rob sue dean chase faith summer young long little small brown white black green gray grey king price stone wood page day best rich bush cook baker miller smith carter mason hunter fisher taylor skip drew earl norm ray jay dale heath cliff glen forest brook lane rich chance major christian noble sunny angel amber crystal ruby pearl dawn eve ivy holly violet iris lily daisy olive ginger sandy misty star melody harmony serenity trinity destiny justice prince duke cash case love moon sky winter autumn wolf fox hart lamb fish bell ball church hall house hill field rivers lake park street west east north south'.split(
    ' ',
  ),
);
/** Scripts without spaces between words, in which a name is found at any position. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const withinName = /^[\s.'\u2019-]{0,2}$/;

/**
 * Creates a rule that finds the contact's name at word boundaries, whole or in parts, regardless of case and diacritics; and the names
 * after introductions ("my name is …").
 */
export function createNameRule(contact: Contact): Rule {
  const known = tokensOf(contact.name ?? '').map(({ value }) => value);
  const parts = new Set(known);
  const strong = new Set(
    known.filter((part) => !particles.has(part) && Array.from(part).length > 1 && !unspaced.test(part)),
  );
  const unspacedNames = (contact.name ?? '')
    .split(/[\s\u30fb]+/u)
    .filter((part) => unspaced.test(part) && Array.from(part).length > 1);
  const whole = (contact.name ?? '').replace(/\s+/gu, '');
  if (unspacedNames.length > 1) unspacedNames.push(whole);
  return function* names({ text }: RedactionText) {
    const tokens = tokensOf(text);
    if (parts.size > 0) yield* findOwnNames(text, tokens, { parts, strong });
    for (const name of unspacedNames) yield* findOccurrences(text, name);
    yield* findIntroducedNames(text, tokens);
  };
}

interface Known {
  /** Every part, including initials and particles, which count next to a strong part. */
  parts: ReadonlySet<string>;
  strong: ReadonlySet<string>;
}

function* findOwnNames(text: string, tokens: readonly Token[], { parts, strong }: Known): Iterable<Span> {
  for (let at = 0; at < tokens.length; at++) {
    if (!isName(text, tokens[at], strong)) continue;
    const [first, last] = [
      furthest(text, tokens, parts, { from: at, step: -1 }),
      furthest(text, tokens, parts, { from: at, step: 1 }),
    ];
    yield { start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 };
    at = last;
  }
}

function isName(text: string, token: Token | undefined, strong: ReadonlySet<string>): boolean {
  if (token?.kind !== 'word' || !strong.has(token.value)) return false;
  return !ordinaryWords.has(token.value) || /^\p{Lu}/u.test(text.slice(token.start, token.end));
}

/** Limit of parts on each side of a name. */
const maxParts = 8;

function furthest(
  text: string,
  tokens: readonly Token[],
  parts: ReadonlySet<string>,
  { from, step }: { from: number; step: 1 | -1 },
): number {
  let at = from;
  for (let steps = 0; steps < maxParts; steps++) {
    const [here, next] = [tokens[at], tokens[at + step]];
    if (!here || !next || !parts.has(next.value)) break;
    const gap =
      step > 0
        ? text.slice(here.end, Math.min(next.start, here.end + 3))
        : text.slice(Math.max(next.end, here.start - 3), here.start);
    if (!withinName.test(gap)) break;
    at += step;
  }
  return at;
}

function* findOccurrences(text: string, name: string): Iterable<Span> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    yield { start: at, end: at + name.length };
  }
}
