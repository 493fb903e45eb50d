import { isFormula } from '../../../shared/domain/import/text-cell';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A row of cells as they are, each quoted (RFC 4180). */
export const plainCsvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** A row for people: an apostrophe turns what a spreadsheet would take for a formula into text. Numbers stay. */
export const csvRow = (cells: readonly (string | number)[]): string =>
  plainCsvRow(cells.map((cell) => (typeof cell === 'string' && isFormula(cell) ? `'${cell}` : String(cell))));
