/** Cells that a spreadsheet takes for a formula; some locales also accept the full-width signs. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A phone number begins with a formula sign but is not a formula. */
const phoneNumber = /^\+\d+$/;

/** A quoted cell (RFC 4180). An apostrophe turns what a spreadsheet would take for a formula into text. */
export function csvCell(value: string): string {
  const text = formula.test(value) && !phoneNumber.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
