/** Throws when a condition the code relies on does not hold: a bug of ours, never bad input. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}

/** Ends a `switch` over a union: the compiler reports a case that was left out. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
