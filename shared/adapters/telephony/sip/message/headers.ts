import { SipParseError } from './errors';
import { canonicalName, isList } from './names';
import { readParams, splitOutside, tokenChars, trimBlanks, type SipParams } from './text';
import type { SipHeader, SipMessage } from './types';

export { parseNameAddr, writeNameAddr, type NameAddr } from './address';
export { parseVia, writeVia, type Via } from './via';
export type { SipParams } from './text';

const fieldsOf = ({ headers }: Pick<SipMessage, 'headers'>, name: string): SipHeader[] => {
  const wanted = canonicalName(name).toLowerCase();
  return headers.filter((header) => header.name.toLowerCase() === wanted);
};

/** Returns the first header field of a name, whatever its letter case, as it stands in the message. */
export const headerOf = (message: Pick<SipMessage, 'headers'>, name: string): string | undefined =>
  fieldsOf(message, name)[0]?.value;

/**
 * Returns all values of a name in their order. Values combined with commas are separated where the header field is a list
 * (RFC 3261 section 7.3.1); such a field that cannot be separated is one value.
 */
export const headersOf = (message: Pick<SipMessage, 'headers'>, name: string): string[] =>
  fieldsOf(message, name).flatMap(({ value }) => (isList(name) ? splitList(value) : [value]));

function splitList(value: string): string[] {
  try {
    return splitOutside(value, ',').filter((part) => part !== '');
  } catch (error) {
    if (error instanceof SipParseError) return [value];
    throw error;
  }
}

/**
 * Returns the parameters after the first `;` of a value, such as those of Session-Expires or Content-Type.
 * @throws {SipParseError} if a quoted string or a bracket does not end
 */
export const paramsOf = (value: string): SipParams => readParams(splitOutside(value, ';').slice(1));

const cseq = new RegExp(`^0*(\\d{1,10})[ \\t]+(${tokenChars}+)$`);

/**
 * Reads a CSeq header field (RFC 3261 section 20.16).
 * @returns the number of the sequence, below 2^31, and the method
 * @throws {SipParseError}
 */
export function parseCSeq(value: string): { sequence: number; method: string } {
  const [, digits, method] = cseq.exec(trimBlanks(value)) ?? [];
  const sequence = Number(digits);
  if (method === undefined || sequence >= 2 ** 31) throw new SipParseError('A CSeq header field cannot be read.');
  return { sequence, method };
}

/** Why a request was sent, or why a call ended (RFC 3326). */
export interface Reason {
  /** As it came, such as `SIP` or `Q.850`. */
  protocol: string;
  /** A status of SIP, or a cause of ITU-T Q.850. Absent if there is no number. */
  cause?: number;
  text?: string;
}

/**
 * Reads one value of a Reason header field.
 * @throws {SipParseError}
 */
export function parseReason(value: string): Reason {
  const [protocol = ''] = splitOutside(value, ';');
  const { cause, text } = paramsOf(value) as { cause?: string; text?: string };
  if (protocol === '') throw new SipParseError('A Reason header field names no protocol.');
  return {
    protocol,
    ...(cause !== undefined && /^\d{1,4}$/.test(cause) && { cause: Number(cause) }),
    ...(text !== undefined && text !== '' && { text }),
  };
}

/** Returns the cause by ITU-T Q.850, 0 to 127, if a message names one. A Reason that cannot be read is skipped. */
export function q850CauseOf(message: Pick<SipMessage, 'headers'>): number | undefined {
  for (const value of headersOf(message, 'Reason')) {
    const cause = /^[ \t]*Q\.850[ \t]*;/i.test(value) ? causeOf(value) : undefined;
    if (cause !== undefined && cause <= 127) return cause;
  }
  return undefined;
}

function causeOf(value: string): number | undefined {
  try {
    return parseReason(value).cause;
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}

/**
 * Reads a Retry-After header field (RFC 3261 section 20.33), such as `120 (in a meeting);duration=60`.
 * @returns ms; `undefined` if it names no number of seconds below 2^32
 */
export function parseRetryAfter(value: string): number | undefined {
  const [, digits] = /^[ \t]*(\d{1,10})[ \t]*(?:[(;]|$)/.exec(value) ?? [];
  const seconds = Number(digits);
  return digits === undefined || seconds >= 2 ** 32 ? undefined : seconds * 1000;
}
