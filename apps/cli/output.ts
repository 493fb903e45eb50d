/* eslint-disable no-control-regex -- this file escapes control characters */

/** A stream for output. */
export interface Screen {
  /** Returns false if the buffer is full; `drain` follows once it is empty. */
  write(text: string): unknown;
  /** Whether a line can be overwritten. */
  isTTY?: boolean;
}

/** C0, DEL, C1 and bidirectional controls: a terminal would interpret them. */
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escapeCharacter = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes foreign text safe to print: control characters become visible escapes, so they cannot control the terminal. */
export const escapeControls = (text: string): string => text.replace(unsafeCharacters, escapeCharacter);

/** Formats a JSON value on one line, with printable characters only; its value does not change. */
export const toJsonLine = (value: unknown): string => `${escapeControls(JSON.stringify(value))}\n`;

export type Cell = string | number | boolean | null | undefined;
export type Column<Item> = readonly [title: string, cell: (item: Item) => Cell];

const formatCell = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '-' : escapeControls(String(cell));

/** Formats rows in aligned columns under their titles. */
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

/** Formats an object with one line per field that has a value; nested objects become JSON. */
export function formatDetails(object: object): string {
  const rows = Object.entries(object)
    .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]): [string, string] => [
      escapeControls(name),
      typeof value === 'object' ? escapeControls(JSON.stringify(value)) : escapeControls(String(value)),
    ]);
  return alignRows(rows);
}

/** Formats the `Warnings` of a response, one line each; empty without any. */
export function formatWarnings(response: object): string {
  const { Warnings = [] } = response as { Warnings?: { Pointer: string; Detail: string }[] };
  return Warnings.map(({ Pointer, Detail }) => escapeControls(`Warning: ${Pointer}: ${Detail}`) + '\n').join('');
}

/** Formats an instant for people: to the second, in UTC. */
export const formatInstant = (at: number | string | undefined | null): string | undefined =>
  at === undefined || at === null ? undefined : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
