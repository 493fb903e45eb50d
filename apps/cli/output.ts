/* eslint-disable no-control-regex -- control characters are what this file is about */

/** Where output goes. */
export interface Screen {
  /** False when its reader is behind, until it says `drain`. */
  write(text: string): unknown;
  /** True where a line can be written over. */
  isTTY?: boolean;
}

/** C0, DEL, C1 and what turns the direction of writing around: a terminal would obey them. */
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escapeCharacter = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text from elsewhere as it may be printed: what a terminal would take for a command is shown as an escape. */
export const escapeControls = (text: string): string => text.replace(unsafeCharacters, escapeCharacter);

/** One JSON value on one line, of printable characters alone; the value stays the same. */
export const toJsonLine = (value: unknown): string => `${escapeControls(JSON.stringify(value))}\n`;

export type Cell = string | number | boolean | null | undefined;
export type Column<Item> = readonly [title: string, cell: (item: Item) => Cell];

const formatCell = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '-' : escapeControls(String(cell));

/** Rows in aligned columns, under their titles. */
export function formatTable<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...items.map((item) => columns.map(([, cell]) => formatCell(cell(item)))),
  ];
  return alignRows(rows);
}

function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0));
  return rows
    .map(
      (row) => `${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')}\n`,
    )
    .join('');
}

/** An object, a line for each field that has a value; objects within it as JSON. */
export function formatDetails(object: object): string {
  const rows = Object.entries(object)
    .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]): [string, string] => [
      escapeControls(name),
      typeof value === 'object' ? escapeControls(JSON.stringify(value)) : escapeControls(String(value)),
    ]);
  return alignRows(rows);
}

/** An instant as people read it, to the second, in UTC. */
export const formatInstant = (at: number | string | undefined | null): string | undefined =>
  at === undefined || at === null ? undefined : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
