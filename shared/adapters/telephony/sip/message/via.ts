import { isIPv6 } from 'node:net';
import { SipParseError, SipWriteError } from './errors';
import { isToken, readParams, splitOutside, tokenChars, writeParams, type SipParams } from './text';

/** One hop of a message (RFC 3261 section 20.42). */
export interface Via {
  /** In upper case, such as `UDP`. */
  transport: string;
  /** An IPv6 address is without its brackets. */
  host: string;
  /** Absent if it is the transport's default. */
  port?: number;
  /** Such as `branch`, `received` and `rport`. */
  params: SipParams;
}

const sentProtocol = new RegExp(
  `^SIP[ \\t]*/[ \\t]*2\\.0[ \\t]*/[ \\t]*(${tokenChars}+)[ \\t]+(\\[[^\\]]*\\]|[\\w.-]+)[ \\t]*(?::[ \\t]*(\\d{1,5}))?$`,
  'i',
);

/** @returns a host without brackets; `undefined` if brackets contain no IPv6 address */
export function readHost(text: string): string | undefined {
  if (!text.startsWith('[')) return text;
  const address = text.slice(1, -1);
  return isIPv6(address) ? address : undefined;
}

/** @returns a host as it stands in a URI or a Via, an IPv6 address in brackets; `undefined` if it is no host */
export function writeHost(host: string): string | undefined {
  if (isIPv6(host)) return `[${host}]`;
  return /^[\w.-]+$/.test(host) ? host : undefined;
}

/**
 * Reads one value of a Via header field.
 * @throws {SipParseError}
 */
export function parseVia(value: string): Via {
  const [hop = '', ...params] = splitOutside(value, ';');
  const [, transport, hostText, portText] = sentProtocol.exec(hop) ?? [];
  const host = hostText === undefined ? undefined : readHost(hostText);
  const port = portText === undefined ? undefined : Number(portText);
  if (transport === undefined || host === undefined || (port ?? 0) > 65_535)
    throw new SipParseError('A Via header field cannot be read.');
  return {
    transport: transport.toUpperCase(),
    host,
    ...(port !== undefined && { port }),
    params: readParams(params),
  };
}

/**
 * Writes one value of a Via header field.
 * @throws {SipWriteError} if a part of it cannot be written
 */
export function writeVia({ transport, host, port, params }: Via): string {
  const written = writeHost(host);
  if (written === undefined || !isToken(transport)) throw new SipWriteError('A Via header field cannot be written.');
  return `SIP/2.0/${transport} ${written}${port === undefined ? '' : `:${port}`}${writeParams(params)}`;
}
