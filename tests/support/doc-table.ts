import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rows of every table in a page of `docs`, heads included: trimmed cells without code marks. */
export const readDocTables = (page: string): string[][] =>
  readFileSync(join(__dirname, '../../docs', page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
