import { maxRowCharacters } from './row';

/** Cell separators. Spreadsheets use the semicolon in locales where the comma is the decimal sign. */
export type Delimiter = ',' | ';';

/** A record of a CSV file, or a line that is not a valid one. */
export type CsvRecord =
  | {
      kind: 'cells';
      cells: string[];
      /** Every cell that is not blank is quoted. */
      isQuoted: boolean;
      next: number;
      /** The first line on its own, if the record spans several lines. */
      firstLine?: CsvRecord & { kind: 'broken' };
    }
  /** An empty line, or one whose cells are all blank, such as the separators that spreadsheets leave behind. */
  | { kind: 'blank'; next: number }
  | { kind: 'broken'; why: 'unbalanced_quote' | 'row_too_large'; line: string; next: number };

/** True for a cell of nothing but white space. */
export const isBlank = (cell: string): boolean => cell === '' || cell.trim() === '';

/** Reads records at given offsets. */
export interface CsvScanner {
  /** The record at an offset. */
  at(offset: number): CsvRecord;
}

/**
 * Finds the next occurrence of a character in amortized linear time: it searches again only if the last result is
 * before the offset. If there is none, the result is the end of the text.
 */
function createFinder(text: string, character: string): (offset: number) => number {
  let found = -1;
  let last = 0;
  return (offset) => {
    // A result for a later offset need not be the first from an earlier one.
    if (offset > found || offset < last) {
      const index = text.indexOf(character, offset);
      found = index === -1 ? text.length : index;
    }
    last = offset;
    return found;
  };
}

/**
 * Scans CSV by RFC 4180 and tolerates common deviations: any line end, also mixed; quotes inside a cell that does not
 * start with one are text.
 *
 * A quote that is never closed would swallow the rest of the file. So a record is `broken`, and ends with its first
 * physical line, if a closing quote is missing or not followed by a delimiter or a line end, or if the record exceeds
 * the longest row.
 */
export function createCsvScanner(text: string, delimiter: Delimiter): CsvScanner {
  const nextLineFeed = createFinder(text, '\n');
  const nextReturn = createFinder(text, '\r');
  const nextQuote = createFinder(text, '"');
  const broken = (start: number, end: number, why: 'unbalanced_quote' | 'row_too_large') => ({
    kind: 'broken' as const,
    why,
    line: text.slice(start, Math.min(end, start + 200)),
    next: skipLineEnd(text, end),
  });
  return {
    at: (start) => {
      const end = Math.min(nextLineFeed(start), nextReturn(start));
      if (end === start) return { kind: 'blank', next: skipLineEnd(text, end) };
      if (end - start > maxRowCharacters) return broken(start, end, 'row_too_large');
      if (nextQuote(start) >= end) {
        const cells = text.slice(start, end).split(delimiter);
        const next = skipLineEnd(text, end);
        return cells.every(isBlank) ? { kind: 'blank', next } : { kind: 'cells', cells, isQuoted: false, next };
      }
      const read = readQuotedRecord(text, start, delimiter);
      if (read === undefined) return broken(start, end, 'unbalanced_quote');
      if (read.next > skipLineEnd(text, end))
        return { kind: 'cells', ...read, firstLine: broken(start, end, 'unbalanced_quote') };
      return read.cells.every(isBlank) ? { kind: 'blank', next: read.next } : { kind: 'cells', ...read };
    },
  };
}

/** The offset after a line end, which is LF, CRLF, CR or the end of the text. */
function skipLineEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return end + (text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? 2 : 1);
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a record that may have quoted cells.
 * @returns `undefined` if its quotes do not balance within the longest row
 */
function readQuotedRecord(
  text: string,
  start: number,
  delimiter: Delimiter,
): { cells: string[]; isQuoted: boolean; next: number } | undefined {
  const separator = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let isQuoted = true;
  let offset = start;
  for (;;) {
    const quoted = text.charCodeAt(offset) === quote;
    const end = quoted ? findClosingQuote(text, offset, start) : findPlainEnd(text, offset, separator);
    if (end === -1) return undefined;
    const cell = quoted ? unquote(text.slice(offset + 1, end)) : text.slice(offset, end);
    cells.push(cell);
    isQuoted &&= quoted || isBlank(cell);
    const after = quoted ? end + 1 : end;
    if (after >= text.length) return { cells, isQuoted, next: after };
    const code = text.charCodeAt(after);
    if (code === separator) offset = after + 1;
    else if (code === lineFeed || code === carriageReturn) return { cells, isQuoted, next: skipLineEnd(text, after) };
    else return undefined;
  }
}

function findPlainEnd(text: string, offset: number, separator: number): number {
  for (let end = offset; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === separator || code === lineFeed || code === carriageReturn) return end;
  }
  return text.length;
}

/** The offset of the quote that closes a cell, or -1. A doubled quote escapes one. */
function findClosingQuote(text: string, offset: number, recordStart: number): number {
  for (let from = offset + 1; ;) {
    const found = text.indexOf('"', from);
    if (found === -1 || found - recordStart > maxRowCharacters) return -1;
    if (text.charCodeAt(found + 1) !== quote) return found;
    from = found + 2;
  }
}

/** Unescapes doubled quotes. On short texts, concatenation is faster than `replaceAll`. */
function unquote(inside: string): string {
  let text = '';
  let from = 0;
  for (;;) {
    const pair = inside.indexOf('""', from);
    if (pair === -1) return from === 0 ? inside : text + inside.slice(from);
    text += inside.slice(from, pair + 1);
    from = pair + 2;
  }
}
