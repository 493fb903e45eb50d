import { createContext, Script } from 'node:vm';

/**
 * The time that a check of data may take, in ms: the process does nothing else then. Long enough for a machine that is busy
 * elsewhere.
 */
const budgetMs = 250;

/** A check took too long. */
export class CheckTimeoutError extends Error {
  override name = 'CheckTimeoutError';
}

const globals: { check?: (() => void) | undefined } = {};
const context = createContext(globals);
const script = new Script('check()');

/**
 * Runs a check with a time limit, which the engine observes also while a regular expression backtracks. A schema within its
 * bounds can still take minutes: a pattern takes exponential time, and `uniqueItems` compares all pairs of items. No rule
 * about the form of a schema finds all of those without refusing harmless ones.
 * @throws {CheckTimeoutError}
 */
export function runBounded(check: () => void): void {
  globals.check = check;
  try {
    script.runInContext(context, { timeout: budgetMs });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new CheckTimeoutError('The check takes too long.', { cause: error });
  } finally {
    globals.check = undefined;
  }
}
