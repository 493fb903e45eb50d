import { SipParseError, SipWriteError } from './errors';
import { type SipParams } from './text';
import { readHost, writeHost } from './via';

/** A URI of SIP (RFC 3261 section 19.1). */
export interface SipUri {
  scheme: 'sip' | 'sips';
  /** Without escapes, with what belongs to it, such as `;phone-context=…`. Absent for a URI that names a host only. */
  user?: string;
  /** Deprecated, and never written to logs. */
  password?: string;
  /** In lower case. An IPv6 address is without its brackets. */
  host: string;
  /** Absent if it is the transport's default. */
  port?: number;
  /** Such as `transport` and `lr`; without escapes. */
  params: SipParams;
  /** What follows `?`, as it came. */
  headers?: string;
}

const pattern =
  /^(sips?):(?:([^@:\s]+)(?::([^@\s]*))?@|@)?(\[[^\]]*\]|[\w.-]+)(?::(\d{1,5}))?((?:;[^;?@\s]*)*)(?:\?([^@\s]*))?$/i;
/** What a user part may contain without an escape (RFC 3261 section 25.1). */
const plainUser = /[A-Za-z0-9\-_.!~*'()&=+$,;?/]/;
const plainPassword = /[A-Za-z0-9\-_.!~*'()&=+$,]/;
const plainParam = /[A-Za-z0-9\-_.!~*'()[\]/:&+$]/;
const headersPart = /^[A-Za-z0-9\-_.!~*'()[\]/?:+$&=%]*$/;

/**
 * Reads a `sip:` or `sips:` URI. An empty user or parameter, which some phones write, is skipped: without the address in a
 * Contact a call could not be ended.
 * @throws {SipParseError}
 */
export function parseSipUri(text: string): SipUri {
  const [, scheme, user, password, hostText, portText, paramsText = '', headers] = pattern.exec(text) ?? [];
  const host = hostText === undefined ? undefined : readHost(hostText);
  const port = portText === undefined ? undefined : Number(portText);
  if (scheme === undefined || host === undefined || (port ?? 0) > 65_535)
    throw new SipParseError('A URI is not one of SIP.');
  return {
    scheme: scheme.toLowerCase() === 'sips' ? 'sips' : 'sip',
    ...(user !== undefined && { user: unescape(user) }),
    ...(password !== undefined && { password: unescape(password) }),
    host: host.toLowerCase(),
    ...(port !== undefined && { port }),
    params: readUriParams(paramsText),
    ...(headers !== undefined && { headers }),
  };
}

function readUriParams(text: string): SipParams {
  const params = Object.create(null) as SipParams;
  for (const part of text.split(';').filter(Boolean)) {
    const [, name = '', value = ''] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? [];
    const key = unescape(name).toLowerCase();
    if (!(key in params)) params[key] = unescape(value);
  }
  return params;
}

/** Escapes of bytes that are not UTF-8 stay as they are: what they mean is known to the side that wrote them. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Writes a URI of SIP. What its parts cannot contain is escaped, so that no part becomes another one.
 * @throws {SipWriteError} if the host, the port or the headers cannot be written
 */
export function writeSipUri({ scheme, user, password, host, port, params, headers }: SipUri): string {
  const written = writeHost(host);
  if (written === undefined) throw new SipWriteError('A URI needs a host.');
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new SipWriteError('A URI has a port from 0 to 65535.');
  if (headers !== undefined && !headersPart.test(headers))
    throw new SipWriteError('The headers of a URI must be escaped.');
  if (user === '' || (user === undefined && password !== undefined))
    throw new SipWriteError('The user of a URI is empty.');
  const secret = password === undefined ? '' : `:${escape(password, plainPassword)}`;
  const userPart = user === undefined ? '' : `${escape(user, plainUser)}${secret}@`;
  const tail = headers === undefined ? '' : `?${headers}`;
  return `${scheme}:${userPart}${written}${port === undefined ? '' : `:${port}`}${writeUriParams(params)}${tail}`;
}

function writeUriParams(params: Readonly<SipParams>): string {
  return Object.entries(params)
    .map(([name, value]) => {
      if (name === '') throw new SipWriteError('A parameter of a URI needs a name.');
      return `;${escape(name, plainParam)}${value === '' ? '' : `=${escape(value, plainParam)}`}`;
    })
    .join('');
}

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

const escape = (text: string, plain: RegExp): string =>
  Array.from(text, (char) => (plain.test(char) ? char : Array.from(Buffer.from(char), hex).join(''))).join('');

const phoneNumber = /^\+?[0-9]{1,32}$/;

/**
 * Returns the URI of a telephone number at a host, such as `sip:+15550001234@carrier.example;user=phone`.
 * @param number E.164, or digits alone for a line that wants them so
 * @throws {SipWriteError} if it is anything else
 */
export function telephoneUri(number: string, at: Omit<SipUri, 'user' | 'password' | 'headers'>): string {
  if (!phoneNumber.test(number)) throw new SipWriteError('A telephone number consists of digits after an optional +.');
  return writeSipUri({ ...at, user: number, params: { ...at.params, user: 'phone' } });
}
