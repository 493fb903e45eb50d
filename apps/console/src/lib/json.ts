import { findJsonFaults } from '../../../../shared/domain/json-faults.ts';

/** What would not be sent as it was typed, which the service could not notice; `undefined` if nothing is. */
export function describeFault(text: string): string | undefined {
  const [fault] = findJsonFaults(text);
  return fault && [fault.path.join('/'), fault.detail].filter((part) => part !== '').join(': ');
}

/** Reads a JSON object that a person typed; a text says what is wrong with it. */
export function parseObject(text: string): Record<string, unknown> | string {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Enter a JSON object.';
    return describeFault(text) ?? (value as Record<string, unknown>);
  } catch (error) {
    return `The JSON is invalid: ${error instanceof Error ? error.message : ''}`;
  }
}
