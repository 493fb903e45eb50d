/** What one way of getting a program came to. A missing program is an ordinary result: the next way is tried. */
export type Sought<T> = { kind: 'found'; value: T } | { kind: 'missing'; why: string };

/** One way of getting a program. */
export interface Way<T> {
  /** Told to the user when this way wins: "temporal on your PATH". */
  source: string;
  seek(): Promise<Sought<T>>;
  /** Tried when every way has failed: what `seek` left out because it failed not long ago. */
  seekAgain?(): Promise<Sought<T>>;
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
export async function firstFound<T>(
  what: string,
  ways: readonly Way<T>[],
  advice: string,
): Promise<T & { source: string }> {
  const tried: string[] = [];
  for (const way of ways) {
    const sought = await way.seek();
    if (sought.kind === 'found') return { ...sought.value, source: way.source };
    tried.push(`  - ${way.source}: ${sought.why}`);
  }
  for (const way of ways) {
    const sought = await way.seekAgain?.();
    if (sought?.kind === 'found') return { ...sought.value, source: way.source };
  }
  throw new NotObtainableError(`${what} is nowhere to be had. Tried:\n${tried.join('\n')}\n${advice}`);
}
