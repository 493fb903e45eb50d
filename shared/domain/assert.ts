/** Throws when a condition the code relies on does not hold: a bug of ours, never bad input. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
