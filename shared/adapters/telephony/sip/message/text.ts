import { SipParseError, SipWriteError } from './errors';

/** Parameters of a header field or a URI, by lower-case name. One without a value has the value `''`. */
export type SipParams = Record<string, string>;

/** The characters of a token (RFC 3261 section 25.1), for regular expressions. */
export const tokenChars = "[\\w\\-.!%*+`'~]";
const token = new RegExp(`^${tokenChars}+$`);
/** What may follow `=` without quotes: a token, or a host such as `[2001:db8::1]`. */
const plainValue = new RegExp(`^(${tokenChars}+|\\[?[0-9A-Fa-f:.]+\\]?)$`);

/** The characters of a URI, for regular expressions: those of ASCII but spaces, quotes and angle brackets. */
export const uriChars = '[!#-;=?-~]';

export const isToken = (text: string): boolean => token.test(text);

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Removes spaces and tabs at both ends. `trim` would also remove characters that belong to a text in UTF-8. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

/** Returns the index after the quoted string that starts at `from`; `undefined` if it does not end. */
export function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

/**
 * Splits a value at each separator outside quoted strings and angle brackets.
 * @throws {SipParseError} if a quoted string or a bracket does not end
 */
export function splitOutside(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"' || char === '<') {
      const end = char === '"' ? endOfQuoted(text, at) : text.indexOf('>', at) + 1;
      if (end === undefined || end === 0) throw new SipParseError('A quoted string or an angle bracket does not end.');
      at = end - 1;
    } else if (char === separator) {
      parts.push(trimBlanks(text.slice(start, at)));
      start = at + 1;
    }
  }
  return [...parts, trimBlanks(text.slice(start))];
}

/** Removes the quotes of a quoted string and the backslashes in it. Other text stays as it is. */
export function unquote(text: string): string {
  if (!text.startsWith('"') || endOfQuoted(text, 0) !== text.length) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/**
 * Writes a quoted string.
 * @throws {SipWriteError} if the text contains a control character
 */
export function quote(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new SipWriteError('A quoted string cannot contain a control character.');
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Reads `name=value` parts. The first of several parameters with one name counts; empty parts are skipped. */
export function readParams(parts: readonly string[]): SipParams {
  const params = Object.create(null) as SipParams;
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = trimBlanks(equals === -1 ? part : part.slice(0, equals)).toLowerCase();
    if (name !== '' && !(name in params))
      params[name] = equals === -1 ? '' : unquote(trimBlanks(part.slice(equals + 1)));
  }
  return params;
}

/**
 * Writes the parameters of a header field, each with its `;`. A value that is no token and no host is quoted.
 * @throws {SipWriteError} if a name is no token, or a value contains a control character
 */
export function writeParams(params: Readonly<SipParams>): string {
  return Object.entries(params)
    .map(([name, value]) => {
      if (!isToken(name)) throw new SipWriteError('The name of a parameter is not a token.');
      if (value === '') return `;${name}`;
      return `;${name}=${plainValue.test(value) ? value : quote(value)}`;
    })
    .join('');
}
