/** A setting that differs between two versions of a campaign. */
export interface SettingChange {
  /** A JSON pointer (RFC 6901). */
  Pointer: string;
  /** Absent if it was not set. */
  Before?: unknown;
  /** Absent if it is not set. */
  After?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** True if two JSON values are the same, whatever the order of their keys. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (isObject(one) && isObject(other)) return diffSettings(one, other).length === 0;
  return one === other;
}

/** The settings that differ, field by field, in the order of their names. Lists are compared as a whole. */
export function diffSettings(before: object, after: object, pointer = ''): SettingChange[] {
  const [one, other] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort().flatMap((key): SettingChange[] => {
    const [Before, After] = [one[key], other[key]];
    const at = `${pointer}/${escapeKey(key)}`;
    if (isObject(Before) && isObject(After)) return diffSettings(Before, After, at);
    if (isEqual(Before, After)) return [];
    return [
      {
        Pointer: at,
        ...(Before === undefined ? {} : { Before }),
        ...(After === undefined ? {} : { After }),
      },
    ];
  });
}
