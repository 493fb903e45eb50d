/** A quote in a text: where it begins, and its words as they are there. */
export interface FoundQuote {
  start: number;
  text: string;
}

const special = /[.*+?^${}()|[\]\\/]/g;
const quotationMarks = /^["'“”„«»‘’]+|["'“”„«»‘’]+$/g;
const maxWords = 100;

/**
 * Finds words in a text: exactly, or else with other spaces, letter case or enclosing quotation marks, which models tend to
 * change.
 * @returns `undefined` if the text does not contain them
 */
export function findQuote(text: string, quote: string): FoundQuote | undefined {
  const wanted = quote.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
  const start = text.indexOf(wanted);
  if (start !== -1) return { start, text: wanted };
  const words = wanted.replace(quotationMarks, '').trim().split(/\s+/);
  if (words.length > maxWords || words[0] === '') return undefined;
  const pattern = words.map((word) => word.replace(special, '\\$&')).join('\\s+');
  const found = new RegExp(pattern, 'iu').exec(text);
  return found === null ? undefined : { start: found.index, text: found[0] };
}
