const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Shortens a text to at most so many UTF-16 units, without splitting a character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength > 0 && isHighSurrogate(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return text.slice(0, end);
}
