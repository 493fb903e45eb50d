import { headerOf, paramsOf } from '../message/headers';
import { SipParseError } from '../message/errors';
import type { SipMessage } from '../message/types';

/**
 * Finds the session description in a message: the body, or a part of it (RFC 5621), as of lines that add a message of the
 * telephone network.
 * @returns `undefined` if there is none
 */
export function sdpBodyOf(message: Pick<SipMessage, 'headers' | 'body'>): Buffer | undefined {
  const { body } = message;
  if (body.length === 0 || (headerOf(message, 'Content-Encoding') ?? 'identity').toLowerCase() !== 'identity')
    return undefined;
  const type = headerOf(message, 'Content-Type');
  if (type === undefined) return body.subarray(0, 3).equals(Buffer.from('v=0')) ? body : undefined;
  if (isSdp(type)) return body;
  const boundary = /^multipart\//i.test(type) ? boundaryOf(type) : undefined;
  return boundary === undefined ? undefined : findPart(body, boundary);
}

const isSdp = (type: string): boolean => /^application\/sdp[ \t]*(;|$)/i.test(type);

function boundaryOf(type: string): string | undefined {
  try {
    return paramsOf(type)['boundary'] || undefined;
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}

/** RFC 2046 section 5.1.1. */
function findPart(body: Buffer, boundary: string): Buffer | undefined {
  const parts = `\r\n${body.toString('latin1')}`.split(`\r\n--${Buffer.from(boundary).toString('latin1')}`);
  for (const part of parts.slice(1)) {
    if (part.startsWith('--')) return undefined;
    const end = part.indexOf('\r\n\r\n');
    const types = part
      .slice(0, Math.max(0, end))
      .split('\r\n')
      .flatMap((line) => /^Content-Type[ \t]*:[ \t]*(.*)$/is.exec(line)?.[1] ?? []);
    if (types.some(isSdp)) return Buffer.from(part.slice(end + 4), 'latin1');
  }
  return undefined;
}
