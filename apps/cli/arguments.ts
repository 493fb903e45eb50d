import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { UsageError } from './failures';
import type { Session } from './session';

/** Ends a command's help with what it looks like in use; every command has some. */
export const withExamples = (command: Command, ...examples: string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ outdial ${example}`).join('\n')}`);

/** An object in JSON. */
export function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError('Expected an object in JSON.');
}

/** Words separated by commas. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('Expected a number from 1 up.');
  return Number(text);
}

/** An instant, with its zone, so that it means the same everywhere. */
export function parseInstant(text: string): Date {
  const at = new Date(text);
  if (!/(Z|[+-]\d\d:?\d\d)$/i.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Expected an instant with its zone, such as 2027-01-04T09:00:00Z.');
  return at;
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a span such as `90s`, `10m`, `2h` or `3d`. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('Expected a span such as 90s, 10m, 2h or 3d.');
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}

/** The object in a file, `-` for what is piped in. @throws {UsageError} */
export async function readBody(file: string, { stdin }: Pick<Session, 'stdin'>): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readContent(file, stdin));
  try {
    return parseJsonObject(text);
  } catch {
    throw new UsageError(`Expected ${file === '-' ? 'what is piped in' : file} to hold an object in JSON.`);
  }
}

/** @throws {UsageError} when there is no such file */
export async function readContent(file: string, stdin: Session['stdin']): Promise<Uint8Array> {
  if (file === '-') return stdin();
  try {
    return await readFile(file);
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

/** The fields that were given. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof omitUndefined<Fields>
  >;
}
