import { isUtf8 } from 'node:buffer';
import { SipParseError } from './errors';
import { headerOf, headersOf, parseCSeq, parseNameAddr, parseVia } from './headers';
import { canonicalName } from './names';
import { isToken, tokenChars, trimBlanks, uriChars } from './text';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from './types';

/** No message is longer, in bytes. UDP carries no longer one. */
export const maxMessageBytes = 65_536;
const maxHeaderFields = 256;
/** Of a list in a header field: hops, contacts. A request passes at most 70 hops. */
const maxValues = 100;
const maxHeadBytes = 16_384;

const requestLine = new RegExp(`^(${tokenChars}+) (${uriChars}+) SIP/2\\.0$`, 'i');
const statusLine = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/is;

/** Whether a datagram only keeps the mapping of a NAT alive: it contains nothing, line breaks or zero bytes. */
export const isKeepAlive = (datagram: Buffer): boolean =>
  datagram.every((byte) => byte === 0 || byte === 0x0d || byte === 0x0a);

/**
 * Reads one message, such as a datagram contains (RFC 3261 sections 7 and 18.3). Bytes beyond its Content-Length are ignored;
 * without one the body ends with the datagram. What every message needs (Via, From, To, Call-ID, CSeq) is there and can
 * be read afterwards.
 * @returns a message whose body shares the memory of the datagram
 * @throws {SipParseError}
 */
export function parseMessage(datagram: Buffer): SipMessage {
  if (datagram.length > maxMessageBytes) throw new SipParseError('The message is too long.');
  const start = endOfLineBreaks(datagram);
  const end = datagram.indexOf('\r\n\r\n', start);
  if (end === -1) throw new SipParseError('The message has no end of its header.');
  if (end - start > maxHeadBytes) throw new SipParseError('The header of the message is too long.');
  const [first = '', ...lines] = headLines(datagram.subarray(start, end));
  if (lines.length > maxHeaderFields) throw new SipParseError('The message has too many header fields.');
  const rest = datagram.subarray(end + 4);
  const length = readContentLength(lines) ?? rest.length;
  if (length > rest.length) throw new SipParseError('The body is shorter than its Content-Length.');
  const headers = lines.map(readHeader).filter(({ name }) => name !== 'Content-Length');
  const message = { ...readStartLine(first), headers, body: rest.subarray(0, length) };
  checkMessage(message);
  return message;
}

/** Returns the index after the line breaks with which `bytes` starts (RFC 3261 section 7.5). */
export function endOfLineBreaks(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) at += 2;
  return at;
}

/**
 * Returns the lines of a message before its body, with folded ones joined. Text that is not UTF-8 is read as Latin-1: some
 * lines send it in display names, and to drop an answer for that would leave its call without an end.
 * @throws {SipParseError}
 */
export function headLines(head: Buffer): string[] {
  const lines: string[] = [];
  for (const line of head.toString(isUtf8(head) ? 'utf8' : 'latin1').split('\r\n')) {
    if (/[\r\n]/.test(line)) throw new SipParseError('A line break is not CR LF.');
    if (!/^[ \t]/.test(line)) lines.push(line);
    else if (lines.length > 1) lines.push(`${lines.pop() ?? ''} ${trimBlanks(line)}`);
    else throw new SipParseError('The start line is folded.');
  }
  return lines;
}

const contentLength = /^(?:Content-Length|l)[ \t]*:[ \t]*(.*)$/is;

/**
 * Returns the length of the body in bytes; `undefined` if the message names none.
 * @throws {SipParseError} if it cannot be read, or two differ
 */
export function readContentLength(lines: readonly string[]): number | undefined {
  const values = lines.flatMap((line) => contentLength.exec(line)?.[1] ?? []).map(trimBlanks);
  const [length, ...others] = values.map((value) => (/^\d{1,10}$/.test(value) ? Number(value) : NaN));
  if (length === undefined) return undefined;
  if (Number.isNaN(length) || others.some((other) => other !== length))
    throw new SipParseError('The Content-Length cannot be read.');
  return length;
}

type StartLine = Pick<SipRequest, 'kind' | 'method' | 'uri'> | Pick<SipResponse, 'kind' | 'status' | 'phrase'>;

function readStartLine(line: string): StartLine {
  const [, status, phrase = ''] = statusLine.exec(line) ?? [];
  if (status !== undefined) return { kind: 'response', status: Number(status), phrase };
  const [, method, uri] = requestLine.exec(line) ?? [];
  if (method === undefined || uri === undefined) throw new SipParseError('The start line is not one of SIP 2.0.');
  return { kind: 'request', method, uri };
}

function readHeader(line: string): SipHeader {
  const colon = line.indexOf(':');
  const name = trimBlanks(line.slice(0, Math.max(0, colon)));
  if (!isToken(name)) throw new SipParseError('A header field has no name.');
  return { name: canonicalName(name), value: trimBlanks(line.slice(colon + 1)) };
}

/** What identifies a dialog and a transaction must be there once: of two values another server may take the other one. */
function checkMessage(message: SipMessage): void {
  for (const name of ['From', 'To', 'Call-ID', 'CSeq']) {
    const values = message.headers.filter((header) => header.name === name);
    if (values.length !== 1 || values[0]?.value === '') throw new SipParseError(`The message needs one ${name}.`);
  }
  parseNameAddr(headerOf(message, 'From') ?? '');
  parseNameAddr(headerOf(message, 'To') ?? '');
  const { method } = parseCSeq(headerOf(message, 'CSeq') ?? '');
  if (message.kind === 'request' && method !== message.method)
    throw new SipParseError('The CSeq names another method than the request.');
  for (const name of ['Via', 'Record-Route', 'Route', 'Contact'])
    if (headersOf(message, name).length > maxValues)
      throw new SipParseError(`The message has too many values of ${name}.`);
  parseVia(headersOf(message, 'Via')[0] ?? '');
}
