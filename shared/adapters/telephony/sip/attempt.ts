/** @returns `undefined` if it throws: the other side sent what cannot be used */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
