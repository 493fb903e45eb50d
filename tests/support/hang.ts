import { createContext, Script } from 'node:vm';
import { scaledMs } from './deadline';

/** Ends a hang and measures nothing: what is run takes milliseconds, and would take minutes or years if it were not linear. */
const deadlineMs = scaledMs(60_000);

const globals: { task?: (() => void) | undefined } = {};
const context = createContext(globals);
const script = new Script('task()');

/**
 * Runs a task whose time must not grow faster than its input, with so large an input that anything else would take minutes or years. Jest cannot
 * interrupt what never yields; this does, also while a regular expression backtracks.
 * @throws if the task hangs
 */
export function runWithoutHang<T>(task: () => T): T {
  let result: { value: T } | undefined;
  globals.task = () => void (result = { value: task() });
  try {
    script.runInContext(context, { timeout: deadlineMs });
  } finally {
    globals.task = undefined;
  }
  if (result === undefined) throw new Error('The task did not end.');
  return result.value;
}
