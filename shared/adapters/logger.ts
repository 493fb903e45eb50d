import pino, { type DestinationStream, type Logger } from 'pino';

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

/** What the log holds of an error. */
interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack: string;
}

/**
 * Converts an error for the log. Libraries attach what they were given to their errors (`input`, `url`, a document);
 * such properties may hold keys or personal data and are dropped. The messages of causes follow the error's own.
 */
export function serializeError(error: unknown): LoggedError | { type: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  const hasCode = typeof code === 'string' || typeof code === 'number';
  return { type, message, ...(hasCode ? { code } : {}), stack };
}

/**
 * Creates a logger of JSON lines: one wide event per fact, with IDs and codes only.
 * @param destination stdout by default
 */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      redact: { paths: secretPaths, censor: '[redacted]' },
      serializers: { err: serializeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination(1),
  );
