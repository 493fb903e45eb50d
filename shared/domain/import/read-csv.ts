import { createCsvScanner, type CsvRecord, type CsvScanner, type Delimiter } from './csv-records';
import { createRowProblem, type Row, type RowProblem } from './row';

/** The columns of a CSV file: the fields of a job, and how their cells are parsed. */
export const csvColumns = {
  ContactPhoneNumber: 'text',
  CallerID: 'text',
  ContactName: 'text',
  Metadata: 'json',
  Data: 'json',
  Overrides: 'json',
  CampaignVariants: 'json',
  Priority: 'number',
  TestJob: 'flag',
} as const;
export type CsvColumn = keyof typeof csvColumns;

/** A valid header. */
export interface CsvHeader {
  delimiter: Delimiter;
  columns: CsvColumn[];
  /** Offset of the first data row. */
  next: number;
}
/** An error of a header; `column` is the name in the file. */
export interface HeaderProblem {
  column: string;
  detail: string;
}

const known = Object.keys(csvColumns);
const isColumn = (name: string): name is CsvColumn => known.includes(name);

/** Semicolon or comma, whichever occurs more often outside quotes. */
function detectDelimiter(line: string): Delimiter {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  return bare.split(';').length > bare.split(',').length ? ';' : ',';
}

/** The first record of a file, and the delimiter of all. */
export interface FirstRecord {
  record: CsvRecord;
  delimiter: Delimiter;
}

/** Reads the header row. */
export function readHeader(text: string): CsvHeader | { problems: HeaderProblem[] } {
  const first = readFirstRecord(text);
  return 'problems' in first ? first : parseHeader(first.record, first.delimiter);
}

/** Skips blank lines, and the `sep=;` line that some spreadsheets write. */
export function readFirstRecord(text: string): FirstRecord | { problems: HeaderProblem[] } {
  let start = 0;
  let declared: Delimiter | undefined;
  for (;;) {
    const [line = ''] = text.slice(start, start + 10_000).split(/\r\n|\n|\r/, 1);
    const [, separator] = /^sep=([,;])$/i.exec(line) ?? [];
    if (separator === ',' || separator === ';') declared = separator;
    else if (line.trim() !== '') break;
    const after = start + line.length;
    if (after >= text.length) return { problems: [{ column: '', detail: 'The file is empty.' }] };
    start = after + (text.startsWith('\r\n', after) ? 2 : 1);
  }
  const delimiter = declared ?? detectDelimiter(text.slice(start, start + 10_000).split(/[\r\n]/, 1)[0] ?? '');
  return { record: createCsvScanner(text, delimiter).at(start), delimiter };
}

function parseHeader(record: CsvRecord, delimiter: Delimiter): CsvHeader | { problems: HeaderProblem[] } {
  if (record.kind !== 'cells') return { problems: [{ column: '', detail: 'The header row cannot be read.' }] };
  const names = record.cells.map((cell) => cell.trim());
  const problems = findHeaderProblems(names);
  return problems.length > 0 ? { problems } : { delimiter, columns: names.filter(isColumn), next: record.next };
}

function findHeaderProblems(names: readonly string[]): HeaderProblem[] {
  const listed = `The columns are ${known.join(', ')}.`;
  return [
    ...names.flatMap((name, index) => {
      const column = name.slice(0, 100);
      if (name === '') return [{ column, detail: `Column ${index + 1} of the header has no name. ${listed}` }];
      if (!isColumn(name)) return [{ column, detail: `Unknown column. ${listed}` }];
      return names.indexOf(name) < index ? [{ column, detail: 'The column occurs in the header more than once.' }] : [];
    }),
    ...(names.includes('ContactPhoneNumber')
      ? []
      : [
          {
            column: 'ContactPhoneNumber',
            detail: 'The column is missing from the header, which must be the first row.',
          },
        ]),
  ].slice(0, 50);
}

/** Reads the data row at an offset; `undefined` for a blank line. */
export function readCsvRow(
  scanner: CsvScanner,
  header: Pick<CsvHeader, 'columns' | 'delimiter'>,
  at: { offset: number; number: number },
): { row: Row | undefined; next: number } {
  const scanned = scanner.at(at.offset);
  if (scanned.kind === 'blank') return { row: undefined, next: scanned.next };
  const swallowed = scanned.kind === 'cells' && scanned.firstLine !== undefined && !mayHaveLines(scanned.cells, header);
  const record = swallowed ? scanned.firstLine : scanned;
  if (record?.kind === 'cells') return { row: toRow(record.cells, header.columns, at.number), next: record.next };
  const { why: code, line: value, next } = record ?? { why: 'unbalanced_quote', line: '', next: scanned.next };
  return {
    row: { number: at.number, fields: {}, problems: [createRowProblem(code, brokenRecords[code], { value })] },
    next,
  };
}

const longestName = 200;

/**
 * Whether a record of several lines is one row, or a row with an unclosed quote that extends to the quote of a later
 * row. Legitimate line breaks occur in JSON, or in a short name that contains no rows, and such a record has all its
 * cells.
 */
function mayHaveLines(
  cells: readonly string[],
  { columns, delimiter }: Pick<CsvHeader, 'columns' | 'delimiter'>,
): boolean {
  if (cells.length !== columns.length) return false;
  const phoneAt = columns.indexOf('ContactPhoneNumber');
  return cells.every((cell, index) => {
    const column = columns[index];
    if (column === undefined || !/[\r\n]/.test(cell)) return true;
    if (csvColumns[column] === 'json') return !parseCell(column, cell).problem;
    if (column !== 'ContactName' || cell.length > longestName) return false;
    return !cell.split(/[\r\n]/).some((line) => /^"?\+\d{7}/.test(line.split(delimiter)[phoneAt] ?? ''));
  });
}

/** Why a record is broken. */
export const brokenRecords = {
  unbalanced_quote: 'The quotes of the row do not balance. The row ends with this line; the next line is the next row.',
  row_too_large: 'The row is longer than 256 kB.',
} as const;

function toRow(cells: readonly string[], columns: readonly CsvColumn[], number: number): Row {
  const row: Row = { number, fields: {}, problems: [] };
  for (let index = 0; index < cells.length; index++) {
    const [cell = '', column] = [cells[index], columns[index]];
    if (column === undefined) {
      if (cell !== '') row.problems.push(tooManyCellsProblem(cells, columns));
      if (cell !== '') break;
      continue;
    }
    if (isBlank(cell)) continue;
    if (csvColumns[column] === 'text') {
      row.fields[column] = cell;
      continue;
    }
    const read = parseCell(column, cell);
    if (read.problem) row.problems.push(read.problem);
    else row.fields[column] = read.value;
  }
  return row;
}

/** The first character decides for most cells. */
const isBlank = (cell: string): boolean => cell === '' || (cell.charCodeAt(0) <= 0x20 && cell.trim() === '');

const tooManyCellsProblem = (cells: readonly string[], columns: readonly CsvColumn[]): RowProblem =>
  createRowProblem('too_many_cells', `Expected ${columns.length} cells as in the header; there are ${cells.length}.`, {
    value: cells[columns.length],
  });

type CellValue = { value: unknown; problem?: undefined } | { problem: RowProblem };

function parseCell(column: CsvColumn, cell: string): CellValue {
  if (csvColumns[column] === 'json') {
    try {
      return { value: JSON.parse(cell) as unknown };
    } catch {
      const detail = 'Expected JSON text, with its quotes doubled inside the quoted cell: "{""Key"":""value""}".';
      return { problem: createRowProblem('invalid_json', detail, { column, value: cell }) };
    }
  }
  if (csvColumns[column] === 'number') {
    const text = cell.trim();
    if (/^[+-]?\d{1,9}$/.test(text)) return { value: Number(text) };
    return { problem: createRowProblem('invalid_value', 'Expected a whole number.', { column, value: cell }) };
  }
  // Spreadsheets write TRUE and FALSE.
  const flag = cell.trim().toLowerCase();
  if (flag === 'true' || flag === 'false') return { value: flag === 'true' };
  return { problem: createRowProblem('invalid_value', 'Expected true or false.', { column, value: cell }) };
}
