/** A quote in a text: where it begins, and its words as they are there. */
export interface FoundQuote {
  start: number;
  text: string;
}

const special = /[.*+?^${}()|[\]\\/]/g;
const quotationMarks = /^["'“”„«»‘’]+|["'“”„«»‘’]+$/g;
const maxWords = 100;

/**
 * Prepares the search for words: exactly, or else with other spaces, letter case or enclosing quotation marks, which models
 * tend to change.
 * @returns a function that finds them in a text; `undefined` if the text does not contain them
 */
export function createQuoteFinder(quote: string): (text: string) => FoundQuote | undefined {
  const wanted = quote.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return () => undefined;
  const words = wanted.replace(quotationMarks, '').trim().split(/\s+/);
  const isSearchable = words.length <= maxWords && words[0] !== '';
  // Compiled once: a quote that was invented is looked for in every message.
  const pattern = isSearchable
    ? new RegExp(words.map((word) => word.replace(special, '\\$&')).join('\\s+'), 'iu')
    : undefined;
  return (text) => {
    const start = text.indexOf(wanted);
    if (start !== -1) return { start, text: wanted };
    const found = pattern?.exec(text) ?? null;
    return found === null ? undefined : { start: found.index, text: found[0] };
  };
}
