/** Receives failures that are handled, but that an operator should see. A pino logger fits. */
export interface AsteriskLogger {
  warn(fields: object, message: string): void;
}
