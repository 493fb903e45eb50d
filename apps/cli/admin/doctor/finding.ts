/** `error`: calls, data or users are at risk, and the command fails. `unknown`: this process could not look. */
export type Level = 'ok' | 'warning' | 'error' | 'unknown';

/** What the doctor found, and what an operator does about it. */
export interface Finding {
  Check: string;
  Level: Level;
  Message: string;
  /** Absent if nothing is to be done. */
  Remedy?: string;
}

export const ok = (Check: string, Message: string): Finding => ({ Check, Level: 'ok', Message });
export const warning = (Check: string, Message: string, Remedy: string): Finding => ({
  ...{ Check, Level: 'warning', Message },
  Remedy,
});
export const failure = (Check: string, Message: string, Remedy: string): Finding => ({
  ...{ Check, Level: 'error', Message },
  Remedy,
});

/** The reason of an error on one line. A connection's reason is in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause : error;
  const code = 'code' in inner && typeof inner.code === 'string' ? `${inner.code}: ` : '';
  return `${code}${inner.message}`.split('\n', 1)[0] ?? '';
}
