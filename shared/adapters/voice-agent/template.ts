import { scriptLimits } from '../../domain/call/limits';
import { truncate } from '../../domain/truncate';

/** Values of the placeholders `{{…}}` in a text. */
export interface TemplateValues {
  ContactName: string | undefined;
  Data: Record<string, unknown>;
  Metadata: Record<string, unknown>;
}

/** A placeholder with the preceding comma and spaces, and the following punctuation, space or end of text. */
const placeholder = /(,?)([ \t]{0,3})\{\{([^{}]{1,200})\}\}(?=([ \t,.;:!?]|$)?)/g;

/**
 * Replaces placeholders in a text: `{{ContactName}}`, `{{Data.key}}`, `{{Metadata.key}}`, and nested keys with more
 * dots. Placeholders are names, not expressions, and placeholders inside values are not replaced. A missing value
 * leaves no gap: "Hello {{ContactName}}, …" becomes "Hello, …". The text and the result are cut off after
 * {@link scriptLimits} characters: a few kilobytes of placeholders with long values would otherwise fill the memory.
 */
export function fillTemplate(text: string, values: TemplateValues): string {
  const missing: string[] = [];
  let room: number = scriptLimits.characters;
  const filled = truncate(text, scriptLimits.characters).replace(
    placeholder,
    (_match, ...groups: (string | undefined)[]) => {
      const [comma = '', space = '', name = '', follows] = groups;
      const value = valueOf(name.trim(), values);
      if (value !== '') {
        const taken = truncate(value, room);
        room -= taken.length;
        return `${comma}${space}${taken}`;
      }
      missing.push(name);
      if (follows === undefined) return `${comma}${space}`;
      return /[ \t]/.test(follows) ? comma : '';
    },
  );
  const closed = missing.length > 0 ? filled.replace(/^[\s,;:]+/, '').trimEnd() : filled;
  return truncate(closed, scriptLimits.characters);
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
