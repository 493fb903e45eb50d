import { createContext, Script } from 'node:vm';

/**
 * The time that all patterns of one validation may take, in ms: the process does nothing else then. Long enough for a machine
 * that is busy elsewhere.
 */
const budgetMs = 250;

/** The patterns of a schema took too long on a text. */
export class PatternTimeoutError extends Error {
  override name = 'PatternTimeoutError';
}

/** The patterns of one schema, whose time is bounded together. */
export interface BoundedPatterns {
  /** Begins a validation. */
  reset: () => void;
  /** Compiles a pattern; its `test` throws {@link PatternTimeoutError} when the time is used up. */
  engine: { (pattern: string, flags: string): { test: (text: string) => boolean }; code: string };
}

/**
 * Regular expressions can take exponential time. No rule about their form finds all of those without refusing harmless ones,
 * so each runs with a time limit, which the engine observes also while it backtracks.
 */
export function createBoundedPatterns(): BoundedPatterns {
  const context = createContext(Object.create(null) as { pattern?: RegExp; text?: string });
  const script = new Script('pattern.test(text)');
  let leftMs: number = budgetMs;
  const test = (pattern: RegExp, text: string): boolean => {
    if (leftMs < 1) throw new PatternTimeoutError('The patterns of the schema take too long.');
    const startedMs = performance.now();
    Object.assign(context, { pattern, text });
    try {
      return script.runInContext(context, { timeout: Math.ceil(leftMs) }) as boolean;
    } catch (error) {
      throw new PatternTimeoutError('The patterns of the schema take too long.', { cause: error });
    } finally {
      leftMs -= performance.now() - startedMs;
    }
  };
  const engine = (text: string, flags: string) => {
    const pattern = new RegExp(text, flags);
    return { test: (value: string): boolean => test(pattern, value) };
  };
  // Ajv writes this name into code that it could generate for a file; none is.
  return { reset: () => (leftMs = budgetMs), engine: Object.assign(engine, { code: 'boundedPattern' }) };
}
