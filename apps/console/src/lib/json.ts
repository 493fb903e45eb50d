/** Reads a JSON object that a person typed; a text says what is wrong with it. */
export function parseObject(text: string): Record<string, unknown> | string {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return 'Enter a JSON object.';
  } catch (error) {
    return `The JSON is invalid: ${error instanceof Error ? error.message : ''}`;
  }
}
