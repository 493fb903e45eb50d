import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Fields whose values are never logged. */
const secretPaths = [
  'authorization',
  'cookie',
  'apiKey',
  '*.authorization',
  '*.cookie',
  '*.apiKey',
  'headers.authorization',
];

/** Creates a logger of JSON lines on stdout: one wide event per fact, with IDs and codes only. */
export const createLogger = (name: string, level: string): Logger =>
  pino({ name, level, redact: { paths: secretPaths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime });
