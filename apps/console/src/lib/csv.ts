/** A CSV file that a browser has read. */
export interface Csv {
  header: string[];
  rows: string[][];
}

/** Text of a file in UTF-8, or in UTF-16 with a byte order mark. @throws if it is neither */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not in UTF-8. Save it as "CSV UTF-8".');
  }
}

/** The separator that the first line has more of. */
const separatorOf = (line: string): string => (line.split(';').length > line.split(',').length ? ';' : ',');

/** A quoted cell, from its first quote to its last; a doubled quote is one of its characters. */
const quotedPart = /"(?:[^"]|"")*"/y;

function* cellsOf(text: string, separator: string): Generator<{ cell: string; isLast: boolean }> {
  let at = 0;
  while (at < text.length) {
    quotedPart.lastIndex = at;
    const quoted = quotedPart.exec(text)?.[0] ?? '';
    let cell = quoted.slice(1, -1).replaceAll('""', '"');
    at += quoted.length;
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cell += text.slice(start, at);
    const isLast = at >= text.length || text[at] !== separator;
    yield { cell, isLast };
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    // A file that ends with a separator ends with an empty cell.
    if (at === text.length && !isLast) yield { cell: '', isLast: true };
  }
}

/** Reads a CSV file as the service does, for a file that is well formed. @throws if it has no header */
export function parseCsv(text: string): Csv {
  let content = text.replace(/^\uFEFF/, '');
  const declared = /^sep=(.)\r?\n/.exec(content);
  if (declared !== null) content = content.slice(declared[0].length);
  const separator = declared?.[1] ?? separatorOf(/^[^\r\n]*/.exec(content)?.[0] ?? '');
  const rows: string[][] = [];
  let row: string[] = [];
  for (const { cell, isLast } of cellsOf(content, separator)) {
    row.push(cell);
    if (!isLast) continue;
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  }
  const header = rows.shift();
  if (header === undefined) throw new Error('The file is empty.');
  return { header, rows };
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes rows as CSV. */
export const formatCsv = ({ header, rows }: Csv): string =>
  [header, ...rows].map((row) => row.map(quote).join(',')).join('\r\n') + '\r\n';
