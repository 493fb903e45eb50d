/** The result of trying one source of a program. A missing program is an ordinary result: the next source is tried. */
export type Resolution<T> = { kind: 'found'; value: T } | { kind: 'missing'; reason: string };

/** One source of a program. */
export interface Source<T> {
  /** Shown to the user when this source provides the program: "temporal on your PATH". */
  label: string;
  resolve(): Promise<Resolution<T>>;
  /** Called after every source has failed: repeats what `resolve` skipped because it failed recently. */
  retry?(): Promise<Resolution<T>>;
}

/** No source provides the program. */
export class NotObtainableError extends Error {
  override name = 'NotObtainableError';
}

/** The program is not available from this source. */
export const missing = (reason: string) => ({ kind: 'missing', reason }) as const;
/** The program is available. */
export const found = <T>(value: T) => ({ kind: 'found', value }) as const;

/**
 * Tries the sources in order.
 * @throws {NotObtainableError} with the sources tried, the reason each failed, and what to install
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
    tried.push(`  - ${source.label}: ${resolution.reason}`);
  }
  for (const source of sources) {
    const resolution = await source.retry?.();
    if (resolution?.kind === 'found') return { ...resolution.value, source: source.label };
  }
  throw new NotObtainableError(`${what} is not available. Tried:\n${tried.join('\n')}\n${advice}`);
}
