import { constants } from 'node:os';
import { z } from 'zod';

/** Turns a line of output into what the terminal shows: a readable line, or nothing. */
export type ShowLine = (line: string, from: 'stdout' | 'stderr') => string | undefined;

const pinoSchema = z.object({
  level: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
});
const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** Shows pino's lines from a level on, and every line on stderr that is not JSON: such a line means a crash. */
export const showPino =
  (fromLevel: number): ShowLine =>
  (line, from) => {
    const entry = parse(pinoSchema, line);
    if (!entry) return from === 'stderr' && line.trim() !== '' ? line : undefined;
    if (entry.level < fromLevel) return undefined;
    const cause = entry.err && entry.err.message !== entry.msg ? ` (${entry.err.message})` : '';
    return `${levelNames[entry.level] ?? 'error'}: ${entry.msg}${cause}`;
  };

const temporalSchema = z.object({ level: z.string(), msg: z.string(), error: z.string().optional() });

/** What a production server logs as errors until its services have found each other. */
const startingLines = ['shard status unknown', 'Frontend is not healthy yet', 'Not enough hosts to serve the request'];

/** Shows errors of the dev server. Its warnings concern its own slowness and shutdown. */
export const showTemporalErrors: ShowLine = (line) => {
  const entry = parse(temporalSchema, line);
  if (!entry || !/^(error|fatal|panic)$/i.test(entry.level)) return undefined;
  if (startingLines.some((text) => line.includes(text))) return undefined;
  return `error: ${entry.msg}${entry.error === undefined ? '' : ` (${entry.error})`}`;
};

/** Shows errors of PostgreSQL that concern the whole server: an error of one statement is its client's. */
export const showPostgresErrors: ShowLine = (line) => (/\b(FATAL|PANIC):/.test(line) ? line : undefined);

const mongodSchema = z.object({ s: z.string(), msg: z.string() });

/** Shows errors of a real mongod, and everything that the embedded server prints on stderr. */
export const showMongoErrors: ShowLine = (line, from) => {
  const entry = parse(mongodSchema, line);
  if (entry) return /^[EF]/.test(entry.s) ? `error: ${entry.msg}` : undefined;
  return from === 'stderr' ? line : undefined;
};

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Formats a shell exit status: "exit code 1" or "SIGKILL". */
export function formatExit(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? signal[0] : `exit code ${code}`;
}
