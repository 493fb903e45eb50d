import { numberWords } from './number-words';

/** How digits are read out in one language. */
export interface SpokenLanguage {
  /** Words, folded and joined by spaces, to digits: "trente quatre" to "34". */
  digits: ReadonlyMap<string, string>;
  /** Words that repeat the digit after them: "double", "triple". */
  repeats: ReadonlyMap<string, number>;
}

/** What people say besides the dictionary's words. */
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
/** Announces an international number. */
export const plusWords: ReadonlySet<string> = new Set(['plus', 'mas', 'piu', 'mais', 'pluss', 'plussa']);
/** Said between digits without being one. */
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
/** The longest number has so many words: "quatre vingt dix neuf". */
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

/** Lower case without diacritics: "Åke" and "AKE" are one. */
export const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => unfoldable[letter] ?? letter);

function languageOf(name: string, list: string): SpokenLanguage {
  const digits = new Map<string, string>();
  list.split(',').forEach((words, number) => {
    const folded = fold(words.trim()).replaceAll('-', ' ');
    digits.set(folded, String(number));
    // "tjugo-ett" is written in one word as often as in two.
    digits.set(folded.replaceAll(' ', ''), String(number));
  });
  for (const [word, value] of Object.entries(colloquial[name] ?? {})) digits.set(word, value);
  return { digits, repeats: new Map(Object.entries(repeatWords[name] ?? {})) };
}

/** The languages in which digits are understood. Each is read by itself: a number is not spelled in two of them. */
export const spokenLanguages: readonly SpokenLanguage[] = Object.entries(numberWords).map(([name, list]) =>
  languageOf(name, list),
);
