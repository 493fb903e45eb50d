/** What one way of getting a program came to. A missing program is an ordinary result: the next way is tried. */
export type Resolution<T> = { kind: 'found'; value: T } | { kind: 'missing'; why: string };

/** One way of getting a program. */
export interface Source<T> {
  /** Told to the user when this way wins: "temporal on your PATH". */
  label: string;
  resolve(): Promise<Resolution<T>>;
  /** Tried when every way has failed: what `seek` left out because it failed not long ago. */
  retry?(): Promise<Resolution<T>>;
}

/** Nothing that was tried brought the program. */
export class NotObtainableError extends Error {
  override name = 'NotObtainableError';
}

/** A result that says no. */
export const missing = (why: string) => ({ kind: 'missing', why }) as const;
/** A result that has it. */
export const found = <T>(value: T) => ({ kind: 'found', value }) as const;

/**
 * Tries the ways in their order.
 * @throws {NotObtainableError} that says what was tried, why each failed, and what to install
 */
export async function resolveFirst<T>(
  what: string,
  sources: readonly Source<T>[],
  advice: string,
): Promise<T & { source: string }> {
  const tried: string[] = [];
  for (const source of sources) {
    const resolution = await source.resolve();
    if (resolution.kind === 'found') return { ...resolution.value, source: source.label };
    tried.push(`  - ${source.label}: ${resolution.why}`);
  }
  for (const source of sources) {
    const resolution = await source.retry?.();
    if (resolution?.kind === 'found') return { ...resolution.value, source: source.label };
  }
  throw new NotObtainableError(`${what} is nowhere to be had. Tried:\n${tried.join('\n')}\n${advice}`);
}
