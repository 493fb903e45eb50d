import { spelledDomains } from './domains';
import { tokensOf, type Token, type Span } from './reading';
import type { RedactionText } from './rule';

const longestLocal = 64;
const longestDomain = 255;
const localEnd = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const domainStart =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,10}\p{L}[\p{L}\p{M}\p{N}-]{1,62}(?<!-)/u;

/** Words for "at" in English, Spanish, French, German, Italian, Portuguese, Dutch, Swedish, Norwegian and Finnish. */
const atWords = new Set(
  'at arroba arobase aet klammeraffe chiocciola apenstaartje snabela kroellalfa krollalfa aett att miukumauku'.split(
    ' ',
  ),
);
const dotWords = new Set('dot punto point punkt ponto punt piste'.split(' '));
const joinWords = new Set(
  'underscore dash hyphen minus guion tiret bindestrich unterstrich trattino viiva alaviiva bindestreck understreck'.split(
    ' ',
  ),
);
const maxParts = 40;

/**
 * Finds email addresses: `local@domain.tld` with letters of any script (RFC 5321 and 6531, without quoted local parts and address literals),
 * and spelled addresses: a name, a word for "at", and a domain with spoken or written dots.
 */
export function* findEmails({ text }: RedactionText): Iterable<Span> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = localEnd.exec(text.slice(Math.max(0, at - longestLocal), at))?.[0].replace(/^[.'`*{|]+/, '') ?? '';
    const domain = domainStart.exec(text.slice(at + 1, at + 1 + longestDomain))?.[0] ?? '';
    if (local !== '' && domain !== '') yield { start: at - local.length, end: at + 1 + domain.length };
  }
  yield* findSpelledEmails(text);
}

function* findSpelledEmails(text: string): Iterable<Span> {
  const tokens = tokensOf(text);
  for (let at = 1; at < tokens.length - 1; at++) {
    if (!isSaid(atWords, tokens[at])) continue;
    const end = endOfDomain(text, tokens, at + 1);
    const start = tokens[startOfLocal(text, tokens, at - 1)];
    if (start && end !== undefined) yield { start: start.start, end };
  }
}

const isSaid = (words: ReadonlySet<string>, token: Token | undefined): boolean => words.has(token?.value ?? '');
const near = /^[\s._-]{0,2}$/;
/** The text before a token, limited to the relevant length. */
function gapBefore(text: string, tokens: readonly Token[], at: number): string {
  const from = tokens[at - 1]?.end ?? 0;
  return text.slice(from, Math.min(tokens[at]?.start ?? text.length, from + 8));
}
/** Digits, letters spelled one by one, and words without a space between them continue a name. */
function continuesName(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (!before || !token || !near.test(gapBefore(text, tokens, at))) return false;
  if (before.kind === 'digits' || token.kind === 'digits') return true;
  return /^[._-]?$/.test(gapBefore(text, tokens, at)) || (before.value.length === 1 && token.value.length === 1);
}

/** Finds the first token of the local part: parts joined by "dot" or "underscore", letters spelled one by one, digits. */
function startOfLocal(text: string, tokens: readonly Token[], last: number): number {
  let first = last;
  const isJoiner = (token: Token | undefined): boolean => isSaid(dotWords, token) || isSaid(joinWords, token);
  for (let steps = 0; steps < maxParts && first > 0 && near.test(gapBefore(text, tokens, first)); steps++) {
    if (!isJoiner(tokens[first - 1]) && !isJoiner(tokens[first]) && !continuesName(text, tokens, first)) break;
    first--;
  }
  return first;
}

/** @returns the end of a domain that begins at this token: labels with spoken or written dots, and a known top-level domain */
function endOfDomain(text: string, tokens: readonly Token[], first: number): number | undefined {
  let end: number | undefined;
  let at = first;
  for (let parts = 0; parts < maxParts; parts++) {
    const said = isSaid(dotWords, tokens[at + 1]) && near.test(gapBefore(text, tokens, at + 1));
    const written = gapBefore(text, tokens, at + 1) === '.';
    if (said || written) {
      at += said ? 2 : 1;
      const label = tokens[at];
      if (!label || !near.test(gapBefore(text, tokens, at))) break;
      if (spelledDomains.has(label.value)) end = label.end;
    } else if (end === undefined && continuesName(text, tokens, at + 1)) at++;
    else break;
  }
  return end;
}
