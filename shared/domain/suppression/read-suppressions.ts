import { createCsvScanner, type CsvScanner } from '../import/csv-records';
import { brokenRecords, readFirstRecord, readNames, type HeaderProblem } from '../import/read-csv';
import { truncateForDisplay, type RowProblemCode } from '../import/row';

/** The columns of a file of suppressions. */
export const suppressionColumns = ['PhoneNumber', 'Reason', 'Note', 'Until'] as const;
export type SuppressionColumn = (typeof suppressionColumns)[number];

/** Why a row adds nothing. */
export interface RowRefusal {
  column: string;
  value: string;
  code: Extract<
    RowProblemCode,
    'missing_value' | 'invalid_value' | 'too_many_cells' | 'unbalanced_quote' | 'row_too_large'
  >;
  detail: string;
}

/** A data row: its cells that are not empty, or why it cannot be read. */
export type SuppressionRow = { number: number } & (
  { cells: Partial<Record<SuppressionColumn, string>> } | { refusal: RowRefusal }
);

/** A file with a valid header. */
export interface SuppressionFile {
  /** Every data row in file order, without blank lines. */
  rows: () => Generator<SuppressionRow, undefined>;
}

/** Reads the header of a CSV file. @param text without a byte order mark */
export function openSuppressions(text: string): SuppressionFile | { problems: HeaderProblem[] } {
  const first = readFirstRecord(text);
  if ('problems' in first) return first;
  const { record, delimiter } = first;
  if (record.kind !== 'cells') return { problems: [{ column: '', detail: 'The header row cannot be read.' }] };
  const names = readNames(record.cells);
  const problems = findHeaderProblems(names);
  if (problems.length > 0) return { problems };
  const scanner = createCsvScanner(text, delimiter);
  return { rows: () => readRows(scanner, names.filter(isColumn), { from: record.next, to: text.length }) };
}

const isColumn = (name: string): name is SuppressionColumn => (suppressionColumns as readonly string[]).includes(name);

function findHeaderProblems(names: readonly string[]): HeaderProblem[] {
  const listed = `The columns are ${suppressionColumns.join(', ')}.`;
  const missing = 'The column is missing from the header, which must be the first row.';
  return [
    ...names.flatMap((name, index) => {
      const column = name.slice(0, 100);
      if (!isColumn(name)) return [{ column, detail: `Unknown column. ${listed}` }];
      return names.indexOf(name) < index ? [{ column, detail: 'The column occurs in the header more than once.' }] : [];
    }),
    ...(names.includes('PhoneNumber') ? [] : [{ column: 'PhoneNumber', detail: missing }]),
  ].slice(0, 50);
}

/**
 * Reads one row from each line. No cell needs a line break, so a quote that is never closed breaks its own line alone:
 * every line is accounted for.
 */
function* readRows(
  scanner: CsvScanner,
  columns: readonly SuppressionColumn[],
  { from, to }: { from: number; to: number },
): Generator<SuppressionRow, undefined> {
  let number = 0;
  for (let offset = from; offset < to;) {
    const scanned = scanner.at(offset);
    const record = scanned.kind === 'cells' && scanned.firstLine !== undefined ? scanned.firstLine : scanned;
    offset = record.next;
    if (record.kind === 'blank') continue;
    number++;
    if (record.kind === 'cells') yield toRow(record.cells, columns, number);
    else
      yield {
        number,
        refusal: {
          column: '',
          value: truncateForDisplay(record.line),
          code: record.why,
          detail: brokenRecords[record.why],
        },
      };
  }
}

function toRow(texts: readonly string[], columns: readonly SuppressionColumn[], number: number): SuppressionRow {
  const cells: Partial<Record<SuppressionColumn, string>> = {};
  for (const [index, text] of texts.entries()) {
    const cell = text.trim();
    if (cell === '') continue;
    const column = columns[index];
    if (column === undefined) {
      const detail = `Expected ${columns.length} cells as in the header; there are ${texts.length}.`;
      return { number, refusal: { column: '', value: truncateForDisplay(cell), code: 'too_many_cells', detail } };
    }
    cells[column] = cell;
  }
  return { number, cells };
}
