import { maxRowCharacters } from './row';

/** Characters that may separate cells: spreadsheets take the semicolon where the comma is the decimal sign. */
export type Delimiter = ',' | ';';

/** A record of a CSV file, or the line that could not be read as one. */
export type CsvRecord =
  | {
      kind: 'cells';
      cells: string[];
      next: number;
      /** The first line taken for itself, where the record goes on behind it. */
      firstLine?: CsvRecord & { kind: 'broken' };
    }
  | { kind: 'blank'; next: number }
  | { kind: 'broken'; why: 'unbalanced_quote' | 'row_too_large'; line: string; next: number };

/** Reads records one after another. */
export interface CsvScanner {
  /** The record at an offset. */
  at(offset: number): CsvRecord;
}

/** Where a line ends, and where the next one starts. */
interface Line {
  end: number;
  next: number;
}

/** Finds ends of lines (LF, CRLF, CR) in amortised linear time: each kind is searched for only when its last find lies behind. */
function createLines(text: string) {
  let lf = -1;
  let cr = -1;
  let last = 0;
  const from = (found: number, character: string, offset: number): number => {
    if (found >= offset) return found;
    const index = text.indexOf(character, offset);
    return index === -1 ? Infinity : index;
  };
  return (offset: number): Line => {
    // What was found from further on is not the first from here.
    if (offset < last) lf = cr = -1;
    last = offset;
    lf = from(lf, '\n', offset);
    cr = from(cr, '\r', offset);
    const end = Math.min(lf, cr);
    if (end === Infinity) return { end: text.length, next: text.length };
    return { end, next: end === cr && lf === cr + 1 ? end + 2 : end + 1 };
  };
}

/**
 * Scans CSV by RFC 4180, with what spreadsheets and people add to it: any kind of line end, also mixed; quotes inside a cell that does not
 * start with one are text.
 *
 * A quote that is never closed would swallow the rest of the file. So a record is given up as `broken`, and only its first physical line
 * is taken for it, when a closing quote is missing or followed by something else than a delimiter or a line's end, or when the record grows
 * beyond the longest row.
 */
export function scanCsv(text: string, delimiter: Delimiter): CsvScanner {
  const lineAt = createLines(text);
  const broken = (start: number, line: Line, why: 'unbalanced_quote' | 'row_too_large') => ({
    kind: 'broken' as const,
    why,
    line: text.slice(start, Math.min(line.end, start + 200)),
    next: line.next,
  });
  return {
    at: (start) => {
      const line = lineAt(start);
      if (line.end === start) return { kind: 'blank', next: line.next };
      if (line.end - start > maxRowCharacters) return broken(start, line, 'row_too_large');
      const plain = text.slice(start, line.end);
      if (!plain.includes('"')) return { kind: 'cells', cells: plain.split(delimiter), next: line.next };
      const read = quotedRecord(text, start, delimiter);
      if (read === undefined) return broken(start, line, 'unbalanced_quote');
      if (read.next <= line.next) return { kind: 'cells', ...read };
      return { kind: 'cells', ...read, firstLine: broken(start, line, 'unbalanced_quote') };
    },
  };
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Reads a record that may have quoted cells. @returns `undefined` when its quotes do not balance within the longest row */
function quotedRecord(
  text: string,
  start: number,
  delimiter: Delimiter,
): { cells: string[]; next: number } | undefined {
  const separator = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let offset = start;
  for (;;) {
    const quoted = text.charCodeAt(offset) === quote;
    const end = quoted ? closingQuote(text, offset, start) : plainEnd(text, offset, separator);
    if (end === -1) return undefined;
    cells.push(quoted ? unquoted(text.slice(offset + 1, end)) : text.slice(offset, end));
    const after = quoted ? end + 1 : end;
    if (after >= text.length) return { cells, next: after };
    const code = text.charCodeAt(after);
    if (code === separator) offset = after + 1;
    else if (code === lineFeed) return { cells, next: after + 1 };
    else if (code === carriageReturn) return { cells, next: after + (text.charCodeAt(after + 1) === lineFeed ? 2 : 1) };
    else return undefined;
  }
}

function plainEnd(text: string, offset: number, separator: number): number {
  for (let end = offset; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === separator || code === lineFeed || code === carriageReturn) return end;
  }
  return text.length;
}

/** Offset of the quote that closes a cell, or -1. A doubled quote stands for one. */
function closingQuote(text: string, offset: number, recordStart: number): number {
  for (let from = offset + 1; ;) {
    const found = text.indexOf('"', from);
    if (found === -1 || found - recordStart > maxRowCharacters) return -1;
    if (text.charCodeAt(found + 1) !== quote) return found;
    from = found + 2;
  }
}

const unquoted = (inside: string): string => (inside.includes('""') ? inside.replaceAll('""', '"') : inside);
