/** A setting that jest's global set-up makes. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: tests that need servers get them from the global set-up.`);
  return value;
}
