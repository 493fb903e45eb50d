import type { Token, Span } from './reading';
import { fold } from './spoken-language';

/** Only a name follows these phrases, so it is recognized without a capital letter, which transcripts often lack. */
const clear = [
  'my name is',
  "my name's",
  'my full name is',
  'my first name is',
  'my last name is',
  'my surname is',
  'the name is',
  'me llamo',
  'mi nombre es',
  'je m appelle',
  'mon nom est',
  'mein name ist',
  'ich heisse',
  'mi chiamo',
  'il mio nome e',
  'meu nome e',
  'o meu nome e',
  'chamo me',
  'mijn naam is',
  'ik heet',
  'mitt namn ar',
  'jag heter',
  'mit navn er',
  'jeg hedder',
  'jeg heter',
  'mitt navn er',
  'minun nimeni on',
  'nimeni on',
  'nazywam sie',
  'mam na imie',
];
/** Other words may follow these phrases, so only capitalized words are recognized as names. */
const likely = [
  'this is',
  'i am',
  'i m',
  'it s',
  'speaking with',
  'speaking to',
  'soy',
  'habla',
  'c est',
  'je suis',
  'ich bin',
  'hier ist',
  'hier spricht',
  'sono',
  'aqui e',
  'ik ben',
  'je spreekt met',
  'met',
  'det ar',
  'det er',
  'taalla',
  'olen',
  'mr',
  'mrs',
  'ms',
  'mister',
  'herr',
  'frau',
  'monsieur',
  'madame',
  'senor',
  'senora',
  'signor',
  'signora',
];
/** Words that are never part of a name. */
const notNames = new Set(
  'a an the and or but not no yes from of with on in at for to is are was were it i you he she we they my your our his her calling speaking here so just really very sorry fine good okay ok well that this there what when who y e und och og ja et o de la el le un une une ein eine en et ma nicht kein nie ei se also about going out up down what because if then than unknown withheld on nao non pas'.split(
    ' ',
  ),
);
const maxWords = 3;

const phrases = new Map<string, 'clear' | 'likely'>([
  ...likely.map((phrase) => [fold(phrase).replaceAll("'", ' '), 'likely'] as const),
  ...clear.map((phrase) => [fold(phrase).replaceAll("'", ' '), 'clear'] as const),
]);
const longestPhrase = 5;

/** Finds up to three words after an introduction: capitalized words, and after a clear introduction the first two in any case. */
export function* findIntroducedNames(text: string, tokens: readonly Token[]): Iterable<Span> {
  for (let first = 0; first < tokens.length; first++) {
    const found = introductionAt(text, tokens, first);
    if (!found) continue;
    const name = nameAt(text, tokens, found.next, found.kind);
    if (name) yield name;
  }
}

function introductionAt(
  text: string,
  tokens: readonly Token[],
  first: number,
): { kind: 'clear' | 'likely'; next: number } | undefined {
  let phrase = '';
  let found: { kind: 'clear' | 'likely'; next: number } | undefined;
  for (let at = first; at < tokens.length && at < first + longestPhrase; at++) {
    const token = tokens[at] as Token;
    if (at > first && !/^[\s'\u2019-]{1,2}$/.test(gapBefore(text, tokens, at))) break;
    phrase = at === first ? token.value : `${phrase} ${token.value}`;
    const kind = phrases.get(phrase);
    if (kind) found = { kind, next: at + 1 };
  }
  return found;
}

function gapBefore(text: string, tokens: readonly Token[], at: number): string {
  const from = tokens[at - 1]?.end ?? 0;
  return text.slice(from, Math.min(tokens[at]?.start ?? text.length, from + 4));
}

function nameAt(text: string, tokens: readonly Token[], first: number, kind: 'clear' | 'likely'): Span | undefined {
  let last: number | undefined;
  for (let at = first; at < first + maxWords; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word' || notNames.has(token.value)) break;
    const gap = gapBefore(text, tokens, at);
    if (!(at === first ? /^[\s:,."'\u2019-]{1,3}$/ : /^[\s'\u2019-]{1,2}$/).test(gap)) break;
    const anyCase = kind === 'clear' && at < first + 2;
    if (!anyCase && !/^[\p{Lu}\p{Lo}]/u.test(text.slice(token.start, token.end))) break;
    last = at;
  }
  const [from, to] = [tokens[first], tokens[last ?? -1]];
  return from && to && { start: from.start, end: to.end };
}
