/** What `{{…}}` may name in a text. */
export interface TemplateValues {
  ContactName: string | undefined;
  Data: Record<string, unknown>;
  Metadata: Record<string, unknown>;
}

/** A placeholder with the comma and spaces before it, and what follows it when that is punctuation, space or the end. */
const placeholder = /(,?)([ \t]{0,3})\{\{([^{}]{1,200})\}\}(?=([ \t,.;:!?]|$)?)/g;

/**
 * Puts values into a text: `{{ContactName}}`, `{{Data.key}}`, `{{Metadata.key}}`, and deeper with more dots. Names
 * only, nothing is evaluated, and a value is never looked at for placeholders. What is missing leaves no gap:
 * "Hello {{ContactName}}, …" becomes "Hello, …".
 */
export function fillTemplate(text: string, values: TemplateValues): string {
  const missing: string[] = [];
  const filled = text.replace(placeholder, (_match, ...groups: (string | undefined)[]) => {
    const [comma = '', space = '', name = '', follows] = groups;
    const value = valueOf(name.trim(), values);
    if (value !== '') return `${comma}${space}${value}`;
    missing.push(name);
    if (follows === undefined) return `${comma}${space}`;
    return /[ \t]/.test(follows) ? comma : '';
  });
  return missing.length > 0 ? filled.replace(/^[\s,;:]+/, '').trimEnd() : filled;
}

function valueOf(name: string, values: TemplateValues): string {
  if (name === 'ContactName') return values.ContactName?.trim() ?? '';
  const [root, ...path] = name.split('.');
  if ((root !== 'Data' && root !== 'Metadata') || path.length === 0) return '';
  let value: unknown = values[root];
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = Reflect.get(value, key);
  }
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
