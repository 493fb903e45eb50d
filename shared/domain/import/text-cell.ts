/** Characters with which a spreadsheet takes text for a formula; some locales also accept the full-width signs. */
const sign = String.raw`[=+\-@\t\r\n＝＋－＠]`;
const formula = new RegExp(`^${sign}`);
/** A phone number begins with such a sign but is not a formula. */
const phoneNumber = /^\+\d+$/;
/** Marks of text that would be a formula without them, or a blank cell. */
const marked = new RegExp(String.raw`^'+(?=${sign}|\s*$)`);

/** True for text that a spreadsheet would evaluate. */
export const isFormula = (text: string): boolean => formula.test(text) && !phoneNumber.test(text);

/**
 * The cell of a text in a file that is to be imported again. As in spreadsheets, an apostrophe before it marks as text what
 * would be a formula or blank. {@link unmarkText} is its inverse.
 */
export const markText = (text: string): string =>
  isFormula(text) || text.trim() === '' || marked.test(text) ? `'${text}` : text;

/** The text of a cell. */
export const unmarkText = (cell: string): string => (marked.test(cell) ? cell.slice(1) : cell);
