/** Where a spreadsheet takes a cell for a formula; also by the wide forms of its signs, as some locales do. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A phone number begins with a sign of formulas and is none. */
const phoneNumber = /^\+\d+$/;

/** A cell in quotes (RFC 4180). What a spreadsheet would take for a formula is made text by an apostrophe. */
export function csvCell(value: string): string {
  const text = formula.test(value) && !phoneNumber.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
