import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { readJson } from '../../shared/domain/json-faults';
import { UsageError } from './failures';
import type { Session } from './session';

/** Appends examples to the help of a command; every command has some. */
export const withExamples = (command: Command, ...examples: string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ outdial ${example}`).join('\n')}`);

/** Parses a JSON object. What would not be sent as it was written is refused here, since the service could not notice. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const { value, faults: [fault] = [] } = readJson(text) ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidArgumentError('Expected a JSON object.');
  if (fault !== undefined) throw new InvalidArgumentError(`/${fault.path.join('/')}: ${fault.detail}`);
  return value as Record<string, unknown>;
}

/** Parses a list separated by commas. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Parses the id of an organization. It becomes part of the names of stored objects. */
export function parseOrganizationId(text: string): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 1 to 128 letters, digits, "_" and "-".');
}

export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('Expected a number of at least 1.');
  return Number(text);
}

/** Parses an instant. It must have a UTC offset, so that it means the same everywhere. */
export function parseInstant(text: string): Date {
  const at = new Date(text);
  if (!/(Z|[+-]\d\d:?\d\d)$/i.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Expected an instant with a UTC offset, such as 2027-01-04T09:00:00Z.');
  return at;
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration such as `90s`, `10m`, `2h` or `3d` into milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('Expected a duration such as 90s, 10m, 2h or 3d.');
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}

/** Reads a JSON object from a file, or from standard input for `-`. @throws {UsageError} */
export async function readBody(file: string, { stdin }: Pick<Session, 'stdin'>): Promise<Record<string, unknown>> {
  const content = await readContent(file, stdin);
  const name = file === '-' ? 'standard input' : file;
  try {
    return parseJsonObject(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw new UsageError(`Expected text in UTF-8 in ${name}.`);
    throw new UsageError(`In ${name}: ${error.message}`);
  }
}

/** @throws {UsageError} if the file cannot be read */
export async function readContent(file: string, stdin: Session['stdin']): Promise<Uint8Array> {
  if (file === '-') return stdin();
  try {
    return await readFile(file);
  } catch {
    throw new UsageError(`Cannot read the file ${file}.`);
  }
}

/** Drops the fields that are undefined. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof omitUndefined<Fields>
  >;
}
