import { toCardinal as en } from 'n2words/en-US';
import { toCardinal as es } from 'n2words/es-ES';
import { toCardinal as fr } from 'n2words/fr-FR';
import { toCardinal as de } from 'n2words/de-DE';
import { toCardinal as it } from 'n2words/it-IT';
import { toCardinal as pt } from 'n2words/pt-PT';
import { toCardinal as nl } from 'n2words/nl-NL';
import { toCardinal as sv } from 'n2words/sv-SE';
import { toCardinal as da } from 'n2words/da-DK';
import { toCardinal as nb } from 'n2words/nb-NO';
import { toCardinal as fi } from 'n2words/fi-FI';
import { toCardinal as pl } from 'n2words/pl-PL';

/** How digits are read aloud in one language. */
export interface SpokenLanguage {
  /** Words, folded and joined by spaces, to digits: "trente quatre" to "34". */
  digits: ReadonlyMap<string, string>;
  /** Words that repeat the digit after them: "double", "triple". */
  repeats: ReadonlyMap<string, number>;
}

/** Colloquial words in addition to those of n2words. */
const colloquial: Readonly<Record<string, Record<string, string>>> = {
  en: { oh: '0', o: '0', nought: '0', naught: '0', aught: '0', nil: '0', niner: '9', hundred: '00', thousand: '000' },
  es: { una: '1', un: '1' },
  fr: { une: '1', septante: '70', huitante: '80', octante: '80', nonante: '90' },
  de: { zwo: '2', ein: '1', eine: '1', fuenf: '5', zwoelf: '12' },
  pt: { meia: '6', uma: '1', duas: '2', quatorze: '14', dezesseis: '16', dezessete: '17', dezenove: '19' },
  nl: { een: '1' },
  sv: { en: '1', nolla: '0', etta: '1', tvaa: '2', trea: '3' },
  da: { en: '1' },
  nb: { ett: '1', sju: '7', tyve: '20' },
  fi: {
    yks: '1',
    kaks: '2',
    nelja: '4',
    viis: '5',
    kuus: '6',
    seittaman: '7',
    seitteman: '7',
    kaheksan: '8',
    yheksan: '9',
  },
  pl: { jedna: '1', dwie: '2' },
};
const repeatWords: Readonly<Record<string, Record<string, number>>> = {
  en: { double: 2, triple: 3, treble: 3, quadruple: 4 },
  es: { doble: 2, triple: 3 },
  fr: { double: 2, triple: 3 },
  de: { doppel: 2, zweimal: 2, dreimal: 3, dreifach: 3 },
  it: { doppio: 2, triplo: 3 },
  pt: { duplo: 2, triplo: 3 },
  nl: { dubbel: 2, driedubbel: 3 },
  sv: { dubbel: 2, trippel: 3 },
  fi: { tupla: 2, tripla: 3 },
};
/** Words that introduce an international number. */
export const plusWords: ReadonlySet<string> = new Set(['plus', 'mas', 'piu', 'mais', 'pluss', 'plussa']);
/** Words between digits that are not digits themselves. */
export const fillerWords: ReadonlySet<string> = new Set([
  ...[
    'dash',
    'hyphen',
    'space',
    'uh',
    'um',
    'er',
    'erm',
    'guion',
    'tiret',
    'espace',
    'strich',
    'trattino',
    'viiva',
    'streck',
  ],
]);
/** Maximum words of one number: "quatre vingt dix neuf". */
export const longestNumber = 4;

const unfoldable: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower-cases a word and removes diacritics, so that "Åke" and "AKE" are equal. */
export const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => unfoldable[letter] ?? letter);

function createLanguage(name: string, toWords: (number: number) => string): SpokenLanguage {
  const digits = new Map<string, string>();
  for (let number = 0; number < 100; number++) {
    const words = fold(toWords(number)).replaceAll('-', ' ');
    digits.set(words, String(number));
    // "tjugo-ett" is written as one word as often as two.
    digits.set(words.replaceAll(' ', ''), String(number));
  }
  for (const [word, value] of Object.entries(colloquial[name] ?? {})) digits.set(word, value);
  return { digits, repeats: new Map(Object.entries(repeatWords[name] ?? {})) };
}

/**
 * The languages in which digits are recognized. Speakers read digits in ones and in pairs ("zéro six, douze, trente-quatre"), so each
 * language has the numbers from 0 to 99. Each language is matched separately: one number is not spelled in two languages.
 */
export const spokenLanguages: readonly SpokenLanguage[] = Object.entries({
  en,
  es,
  fr,
  de,
  it,
  pt,
  nl,
  sv,
  da,
  nb,
  fi,
  pl,
}).map(([name, toWords]) => createLanguage(name, toWords));
