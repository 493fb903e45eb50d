/** A text of an address's query; an id that looks like a number stays text. */
export function text<Name extends string>(search: Record<string, unknown>, name: Name): { [N in Name]?: string } {
  const value = search[name];
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return {};
  return { [name]: String(value) } as { [N in Name]?: string };
}

/** A yes of an address's query. */
export const flag = <Name extends string>(search: Record<string, unknown>, name: Name): { [N in Name]?: true } =>
  (search[name] === true ? { [name]: true } : {}) as { [N in Name]?: true };
