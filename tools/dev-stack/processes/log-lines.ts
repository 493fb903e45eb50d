import { constants } from 'node:os';
import { z } from 'zod';

/** What of a program's output is shown on the terminal: a readable line, or nothing. */
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

/** pino's lines from a level on; what is no JSON on stderr is a crash, and shown. */
export const showPino =
  (fromLevel: number): ShowLine =>
  (line, from) => {
    const entry = parse(pinoSchema, line);
    if (!entry) return from === 'stderr' && line.trim() !== '' ? line : undefined;
    if (entry.level < fromLevel) return undefined;
    const why = entry.err && entry.err.message !== entry.msg ? ` (${entry.err.message})` : '';
    return `${levelNames[entry.level] ?? 'error'}: ${entry.msg}${why}`;
  };

const temporalSchema = z.object({ level: z.string(), msg: z.string(), error: z.string().optional() });

/** Errors of the dev server; its warnings are about itself being slow or ending. */
export const showTemporalErrors: ShowLine = (line) => {
  const entry = parse(temporalSchema, line);
  if (!entry || !/^(error|fatal|panic)$/i.test(entry.level)) return undefined;
  return `error: ${entry.msg}${entry.error === undefined ? '' : ` (${entry.error})`}`;
};

const mongodSchema = z.object({ s: z.string(), msg: z.string() });

/** Errors of a real mongod, and everything the embedded server has to complain about. */
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

/** "exit code 1" or "SIGKILL", from a shell's kind of exit code. */
export function formatExit(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? signal[0] : `exit code ${code}`;
}
