import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of fields that never reach a log as they are. */
const secretPaths = [
  'authorization',
  'cookie',
  'apiKey',
  '*.authorization',
  '*.cookie',
  '*.apiKey',
  'headers.authorization',
];

/** JSON lines on stdout: one wide event per fact, ids and codes only. */
export const createLogger = (name: string, level: string): Logger =>
  pino({ name, level, redact: { paths: secretPaths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime });
