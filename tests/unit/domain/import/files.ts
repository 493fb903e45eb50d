import { openRows, readRows, type RowFile } from '../../../../shared/domain/import/read-rows';
import type { ImportFormat } from '../../../../shared/domain/import/import';
import type { Row } from '../../../../shared/domain/import/row';

/** Opens a file that must have a valid header. */
export function open(format: ImportFormat, text: string): RowFile {
  const file = openRows(format, text);
  if ('problems' in file) throw new Error(file.problems.map(({ column, detail }) => `${column}: ${detail}`).join('\n'));
  return file;
}

/** Reads every row in batches of the given size. */
export function rowsOf(format: ImportFormat, text: string, batchSize = 7): Row[] {
  const file = open(format, text);
  const rows: Row[] = [];
  for (let cursor = file.start; ;) {
    const read = readRows(file, cursor, { rows: batchSize, characters: Infinity });
    rows.push(...read.rows);
    cursor = read.cursor;
    if (read.done) return rows;
  }
}
export const fieldsOf = (format: ImportFormat, text: string): Record<string, unknown>[] =>
  rowsOf(format, text).map(({ fields }) => fields);
