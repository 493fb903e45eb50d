import { readJson } from '../json-faults';
import { createCsvScanner, isBlank, type CsvRecord, type CsvScanner, type Delimiter } from './csv-records';
import { createRowProblem, toFaultProblems, type FoundRow, type Row, type RowProblem } from './row';
import { unmarkText } from './text-cell';

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
  /** Cells of the header row: columns, and blank cells behind them. */
  width: number;
  /** Every name is quoted, as where a program quotes all cells. */
  isQuoted: boolean;
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

/** Finds the header below blank lines and rows of separators, and the `sep=;` line that some spreadsheets write. */
export function readFirstRecord(text: string): FirstRecord | { problems: HeaderProblem[] } {
  let start = findFilledLine(text, 0);
  const [declaration, separator] = /^sep=([,;])(?=[\r\n]|$)/i.exec(text.slice(start, start + 6)) ?? [];
  if (declaration !== undefined) start = findFilledLine(text, start + declaration.length);
  if (start >= text.length) return { problems: [{ column: '', detail: 'The file is empty.' }] };
  const declared = separator === ',' || separator === ';' ? separator : undefined;
  const delimiter = declared ?? detectDelimiter(text.slice(start, start + 10_000).split(/[\r\n]/, 1)[0] ?? '');
  return { record: createCsvScanner(text, delimiter).at(start), delimiter };
}

/** The start of the first line from an offset on with more than blank cells; the end of the text if there is none. */
function findFilledLine(text: string, from: number): number {
  const filled = /[^\s,;"]/g;
  filled.lastIndex = from;
  const at = filled.exec(text)?.index;
  if (at === undefined) return text.length;
  return Math.max(from, text.lastIndexOf('\n', at) + 1, text.lastIndexOf('\r', at) + 1);
}

/** The names of a header row, without the blank cells that spreadsheets leave behind the last. */
export function readNames(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

function parseHeader(record: CsvRecord, delimiter: Delimiter): CsvHeader | { problems: HeaderProblem[] } {
  if (record.kind !== 'cells') return { problems: [{ column: '', detail: 'The header row cannot be read.' }] };
  const { cells, isQuoted, next } = record;
  const names = readNames(cells);
  const problems = findHeaderProblems(names);
  if (problems.length > 0) return { problems };
  return { delimiter, columns: names.filter(isColumn), width: cells.length, isQuoted, next };
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

/** Finds the data row at an offset. */
export function findCsvRow(scanner: CsvScanner, header: CsvHeader, at: { offset: number; number: number }): FoundRow {
  const scanned = scanner.at(at.offset);
  if (scanned.kind === 'blank') return { row: undefined, next: scanned.next };
  const swallowed = scanned.kind === 'cells' && scanned.firstLine !== undefined && !mayHaveLines(scanned, header);
  const record = swallowed ? scanned.firstLine : scanned;
  if (record?.kind === 'cells') return { row: () => toRow(record.cells, header.columns, at.number), next: record.next };
  const { why: code, line: value, next } = record ?? { why: 'unbalanced_quote', line: '', next: scanned.next };
  const toBroken = (): Row => ({
    number: at.number,
    fields: {},
    problems: [createRowProblem(code, brokenRecords[code], { value })],
  });
  return { row: toBroken, next };
}

const longestName = 200;
/** A cell of the phone number column, in any spelling; an unclosed quote may have swallowed its row. */
const phoneCell = /^"?[\s'(]*\+?(?:[\s().\-/]*\d){7,20}[\s)]*"?$/;

/**
 * Whether a record of several lines is one row, or a row with an unclosed quote that extends to the quote of a later
 * row. Legitimate line breaks occur in JSON, or in a short name that contains no rows, and such a record has all its
 * cells. Where every cell is quoted, the next row's first quote ends an unclosed one, and its text then breaks the record: so
 * a name there may hold anything.
 */
function mayHaveLines({ cells, isQuoted }: CsvRecord & { kind: 'cells' }, header: CsvHeader): boolean {
  const { columns, delimiter, width } = header;
  if (cells.length !== width) return false;
  const phoneAt = columns.indexOf('ContactPhoneNumber');
  return cells.every((cell, index) => {
    const column = columns[index];
    if (column === undefined || !/[\r\n]/.test(cell)) return true;
    if (csvColumns[column] === 'json') return readJson(cell) !== undefined;
    if (column === 'ContactName' && isQuoted && header.isQuoted) return true;
    if (column !== 'ContactName' || cell.length > longestName) return false;
    return !cell.split(/[\r\n]/).some((line) => phoneCell.test(line.split(delimiter)[phoneAt] ?? ''));
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
    if (isBlank(cell)) continue;
    if (column === undefined) {
      const detail = `Expected ${columns.length} cells as in the header; there are ${cells.length}.`;
      row.problems.push(createRowProblem('too_many_cells', detail, { value: cell }));
      break;
    }
    if (csvColumns[column] === 'text') {
      row.fields[column] = column === 'ContactName' ? unmarkText(cell) : cell;
      continue;
    }
    const { value, problems } = parseCell(column, cell);
    if (problems === undefined) row.fields[column] = value;
    else row.problems.push(...problems);
  }
  return row;
}

type CellValue = { value: unknown; problems?: undefined } | { value?: undefined; problems: RowProblem[] };

function parseCell(column: CsvColumn, cell: string): CellValue {
  const refuse = (code: 'invalid_json' | 'invalid_value', detail: string): CellValue => ({
    problems: [createRowProblem(code, detail, { column, value: cell })],
  });
  if (csvColumns[column] === 'json') {
    const read = readJson(cell);
    if (read === undefined)
      return refuse(
        'invalid_json',
        'Expected JSON text, with its quotes doubled inside the quoted cell: "{""Key"":""value""}".',
      );
    const { value, faults } = read;
    return faults.length === 0 ? { value } : { problems: toFaultProblems(faults, column) };
  }
  const text = cell.trim();
  if (csvColumns[column] === 'number')
    return /^[+-]?\d{1,9}$/.test(text) ? { value: Number(text) } : refuse('invalid_value', 'Expected a whole number.');
  // Spreadsheets write TRUE and FALSE.
  const flag = text.toLowerCase();
  return flag === 'true' || flag === 'false'
    ? { value: flag === 'true' }
    : refuse('invalid_value', 'Expected true or false.');
}
