import { fillerWords, fold, longestNumber, plusWords, type SpokenLanguage } from './spoken-language';

/** A part of a text, `end` exclusive, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** A word or a group of digits in a text. */
export interface Token extends Span {
  kind: 'word' | 'digits';
  /** ASCII digits or a folded word. */
  value: string;
}

/** The meaning of one or several tokens. */
export interface Piece extends Span {
  kind: 'word' | 'digits' | 'plus';
  value: string;
  spoken: boolean;
}

/** Digits that form one number. */
export interface Run extends Span {
  pieces: readonly Piece[];
  digits: string;
  /** A plus sign, written or spoken, precedes the digits. */
  plus: boolean;
  /** Some digits are spoken words. */
  spoken: boolean;
}

/** One interpretation of a text. */
export interface Reading {
  pieces: readonly Piece[];
  runs: readonly Run[];
}

/** The zero digits of supported scripts: Latin, Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const asciiDigits = (digits: string): string =>
  Array.from(digits, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  }).join('');

const tokenPattern = /(\p{Nd}+)|\p{L}[\p{L}\p{M}]*/gu;
/** Separators between two groups of digits of one number. */
const betweenGroups = /^[\s.,\-\u2010-\u2015/()·_]{0,4}$/u;
const betweenWords = /^[\s-]{1,2}$/;
/** Fewer number words cannot spell any entity. */
const fewestNumberWords = 3;

export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(tokenPattern), (match) => {
    const [value, digits] = match;
    return {
      start: match.index,
      end: match.index + value.length,
      ...(digits === undefined
        ? { kind: 'word' as const, value: fold(value) }
        : { kind: 'digits' as const, value: asciiDigits(digits) }),
    };
  });

/** Returns the interpretation of the text as written, and one for each language in which it spells numbers. */
export function readingsOf(text: string, tokens: readonly Token[], languages: readonly SpokenLanguage[]): Reading[] {
  const written = tokens.map((token): Piece => ({ ...token, spoken: false }));
  const spelling = languages.filter(
    ({ digits }) =>
      tokens.filter(({ kind, value }) => kind === 'word' && digits.has(value)).length >= fewestNumberWords,
  );
  return [written, ...spelling.map((language) => spokenPieces(text, tokens, language))].map((pieces) => ({
    pieces,
    runs: runsOf(text, pieces),
  }));
}

function spokenPieces(text: string, tokens: readonly Token[], language: SpokenLanguage): Piece[] {
  const pieces: Piece[] = [];
  let repeat: { times: number; start: number } | undefined;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] as Token;
    const number = token.kind === 'word' ? numberAt(text, tokens, at, language) : undefined;
    if (number) {
      const times = repeat && number.value.length === 1 ? repeat.times : 1;
      const start = repeat && times > 1 ? repeat.start : token.start;
      pieces.push({ kind: 'digits', spoken: true, start, end: number.end, value: number.value.repeat(times) });
      at += number.words;
      repeat = undefined;
      continue;
    }
    const times = language.repeats.get(token.value);
    repeat = times === undefined ? undefined : { times, start: token.start };
    if (token.kind === 'digits') pieces.push({ ...token, spoken: false });
    else if (plusWords.has(token.value)) pieces.push({ ...token, kind: 'plus', value: '+', spoken: true });
    else if (times === undefined && !fillerWords.has(token.value)) pieces.push({ ...token, spoken: false });
    at++;
  }
  return pieces;
}

/** Finds the longest spelled number that begins at a token: "quatre vingt dix" before "quatre". */
function numberAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  { digits }: SpokenLanguage,
): { value: string; end: number; words: number } | undefined {
  let words = '';
  let found: { value: string; end: number; words: number } | undefined;
  for (let count = 1; count <= longestNumber; count++) {
    const token = tokens[at + count - 1];
    if (token?.kind !== 'word') break;
    const before = tokens[at + count - 2];
    if (count > 1 && !(before && betweenWords.test(text.slice(before.end, token.start)))) break;
    words = count === 1 ? token.value : `${words} ${token.value}`;
    const value = digits.get(words);
    if (value !== undefined) found = { value, end: token.end, words: count };
  }
  return found;
}

function runsOf(text: string, pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  let run: Piece[] = [];
  let plus: { start: number } | undefined;
  const finish = (): void => {
    const [first, last] = [run[0], run.at(-1)];
    if (first && last) {
      const start = plus?.start ?? first.start;
      const digits = run.map(({ value }) => value).join('');
      runs.push({
        start,
        end: last.end,
        pieces: run,
        digits,
        plus: plus !== undefined,
        spoken: run.some((p) => p.spoken),
      });
    }
    run = [];
    plus = undefined;
  };
  for (const piece of pieces) {
    if (piece.kind !== 'digits') {
      finish();
      if (piece.kind === 'plus') plus = piece;
      continue;
    }
    const end = run.at(-1)?.end;
    if (end !== undefined && !joins(text, end, piece)) finish();
    if (run.length === 0) {
      const sign = text[piece.start - 1] === '(' ? piece.start - 2 : piece.start - 1;
      if (/^[+\uff0b]$/.test(text[sign] ?? '')) plus = { start: sign };
    }
    run.push(piece);
  }
  finish();
  return runs;
}

/** True when the piece continues the number that ended there. Spoken numbers may contain fillers such as "dash". */
function joins(text: string, end: number, { start, spoken }: Piece): boolean {
  const gap = text.slice(end, Math.min(start, end + 24));
  if (betweenGroups.test(gap)) return true;
  return spoken && start - end < 24 && !/[+;:!?\n]/.test(gap);
}
