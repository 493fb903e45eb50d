import { SipParseError, SipWriteError } from './errors';
import {
  endOfQuoted,
  quote,
  readParams,
  splitOutside,
  trimBlanks,
  unquote,
  uriChars,
  writeParams,
  type SipParams,
} from './text';

/** An address with parameters, as in From, To, Contact, Route and Record-Route (RFC 3261 section 20.10). */
export interface NameAddr {
  displayName?: string;
  /** As it was written, without angle brackets. */
  uri: string;
  /** Those of the header field, such as `tag`; not those of the URI. */
  params: SipParams;
}

const uri = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:${uriChars}+$`);

/**
 * Reads an address with or without a display name. Without angle brackets every parameter belongs to the header field.
 * @throws {SipParseError}
 */
export function parseNameAddr(value: string): NameAddr {
  const [address = '', ...params] = splitOutside(value, ';');
  const { displayName, rest } = readDisplayName(address);
  const text = rest.startsWith('<') ? trimBlanks(rest.slice(1, rest.indexOf('>'))) : rest;
  if (!uri.test(text)) throw new SipParseError('An address contains no URI.');
  return { ...(displayName && { displayName }), uri: text, params: readParams(params) };
}

function readDisplayName(address: string): { displayName: string; rest: string } {
  const quoted = address.startsWith('"') ? endOfQuoted(address, 0) : undefined;
  const end = quoted ?? Math.max(0, address.indexOf('<'));
  return { displayName: unquote(trimBlanks(address.slice(0, end))), rest: trimBlanks(address.slice(end)) };
}

/**
 * Writes an address. The display name is quoted; control characters in it become spaces.
 * @throws {SipWriteError} if the URI could end its brackets or its line, or a parameter cannot be written
 */
export function writeNameAddr({
  displayName,
  uri: text,
  params = {},
}: {
  displayName?: string;
  uri: string;
  params?: Readonly<SipParams>;
}): string {
  if (!uri.test(text)) throw new SipWriteError('An address needs a URI without spaces, quotes and angle brackets.');
  const name = displayName === undefined ? '' : `${quote(displayName.replace(/\p{Cc}+/gu, ' '))} `;
  return `${name}<${text}>${writeParams(params)}`;
}
