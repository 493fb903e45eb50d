import { readJson } from '../json-faults';
import { createCsvScanner } from './csv-records';
import type { ImportCursor, ImportFormat } from './import';
import { findCsvRow, readHeader, type HeaderProblem } from './read-csv';
import { maxRowCharacters, createRowProblem, toFaultProblems, type FoundRow, type Row } from './row';

/** A file of rows with a valid header. */
export interface RowFile {
  /** The cursor before the first data row. */
  start: ImportCursor;
  /** Finds the row at an offset. @param number its number, if it is one */
  findAt(offset: number, number: number): FoundRow;
  characters: number;
}

/** Rows in file order, and the cursor after them. */
export interface RowBatch {
  rows: Row[];
  cursor: ImportCursor;
  /** True at the end of the file. */
  done: boolean;
}

/** The size of a batch. It blocks the event loop, which live calls share, for a few milliseconds. */
export const batchLimits = { rows: 250, characters: 256 * 1024 } as const;

/** Reads a file's header. @param text without a byte order mark */
export function openRows(format: ImportFormat, text: string): RowFile | { problems: HeaderProblem[] } {
  if (format === 'ndjson') {
    const findAt = (offset: number, number: number) => findLine(text, offset, number);
    return { start: { row: 0, offset: 0 }, findAt, characters: text.length };
  }
  const header = readHeader(text);
  if ('problems' in header) return header;
  const scanner = createCsvScanner(text, header.delimiter);
  return {
    start: { row: 0, offset: header.next },
    findAt: (offset, number) => findCsvRow(scanner, header, { offset, number }),
    characters: text.length,
  };
}

/** Reads a batch of rows from a cursor, limited in rows and text so that it blocks the process only briefly. */
export function readRows(file: RowFile, from: ImportCursor, atMost: { rows: number; characters: number }): RowBatch {
  const rows: Row[] = [];
  let { offset, row: number } = from;
  while (offset < file.characters && rows.length < atMost.rows && offset - from.offset < atMost.characters) {
    const { row, next } = file.findAt(offset, number + 1);
    offset = next;
    if (row === undefined) continue;
    number++;
    rows.push(row());
  }
  return { rows, cursor: { row: number, offset }, done: offset >= file.characters };
}

/** The size of a step of a count, which takes about a millisecond. */
const countLimits = { lines: 1_000, characters: batchLimits.characters } as const;

/** Counts the rows of a file without reading them. @param pause lets the process do its other work, between steps */
export async function countRows(file: RowFile, pause: () => Promise<unknown>): Promise<number> {
  let { offset, row: rows } = file.start;
  for (let step = { lines: 0, offset }; offset < file.characters; step.lines++) {
    if (step.lines >= countLimits.lines || offset - step.offset >= countLimits.characters) {
      await pause();
      step = { lines: 0, offset };
    }
    const { row, next } = file.findAt(offset, rows + 1);
    offset = next;
    if (row !== undefined) rows++;
  }
  return rows;
}

const openBrace = 0x7b;

/** One line of NDJSON. A CR before the LF is white space to JSON. */
function findLine(text: string, offset: number, number: number): FoundRow {
  const lf = text.indexOf('\n', offset);
  const end = lf === -1 ? text.length : lf;
  const next = lf === -1 ? end : end + 1;
  if (end - offset > maxRowCharacters) {
    const problems = [
      createRowProblem('row_too_large', 'The line is longer than 256 kB.', { value: text.slice(offset, offset + 200) }),
    ];
    return { row: () => ({ number, fields: {}, problems }), next };
  }
  const line = text.slice(offset, end);
  if (line.charCodeAt(0) !== openBrace && line.trim() === '') return { row: undefined, next };
  return { row: () => parseLine(line, number), next };
}

function parseLine(line: string, number: number): Row {
  const read = readJson(line);
  if (read === undefined) return toBrokenRow(line, number, 'invalid_json');
  const { value, faults } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return toBrokenRow(line, number, 'invalid_value');
  if (faults.length === 0) return { number, fields: value as Record<string, unknown>, problems: [] };
  const faulty = new Set(faults.map(({ path }) => path[0]));
  const fields = Object.entries(value).filter(([name]) => !faulty.has(name));
  return { number, fields: Object.fromEntries(fields), problems: toFaultProblems(faults) };
}

const expected = {
  invalid_json: 'Expected one JSON object on the line.',
  invalid_value: 'Expected a JSON object, such as {"ContactPhoneNumber":"+14155550123"}.',
} as const;

const toBrokenRow = (line: string, number: number, code: keyof typeof expected): Row => ({
  number,
  fields: {},
  problems: [createRowProblem(code, expected[code], { value: line })],
});
