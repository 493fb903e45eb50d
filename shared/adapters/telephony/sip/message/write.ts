import { SipWriteError } from './errors';
import { maxMessageBytes } from './parse';
import { isToken, uriChars } from './text';
import type { SipHeader, SipMessage } from './types';

const requestUri = new RegExp(`^${uriChars}+$`);

/**
 * Writes a message (RFC 3261 section 7) with its Content-Length, as UTF-8.
 * @throws {SipWriteError} if a line break in a value would start a header field of its own, or a part of the message is not
 * what it must be
 */
export function writeMessage(message: SipMessage): Buffer {
  const headers = message.headers.filter(({ name }) => name.toLowerCase() !== 'content-length');
  const lines = [startLine(message), ...headers.map(headerLine), `Content-Length: ${message.body.length}`];
  const written = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), message.body]);
  if (written.length > maxMessageBytes) throw new SipWriteError('The message is too long.');
  return written;
}

function startLine(message: SipMessage): string {
  if (message.kind === 'request') {
    if (!isToken(message.method)) throw new SipWriteError('The method is not a token.');
    if (!requestUri.test(message.uri)) throw new SipWriteError('The Request-URI contains a character that it cannot.');
    return `${message.method} ${message.uri} SIP/2.0`;
  }
  const { status, phrase } = message;
  if (!Number.isInteger(status) || status < 100 || status > 699)
    throw new SipWriteError('The status is not one of SIP.');
  return `SIP/2.0 ${status} ${onOneLine(phrase)}`;
}

function headerLine({ name, value }: SipHeader): string {
  if (!isToken(name)) throw new SipWriteError('The name of a header field is not a token.');
  return `${name}: ${onOneLine(value)}`;
}

function onOneLine(text: string): string {
  if (/[\r\n]/.test(text)) throw new SipWriteError('A value contains a line break.');
  return text;
}
