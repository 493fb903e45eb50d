/** Throws if an assumption of the code is violated. That is always a bug, never invalid input. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}
