import { SipParseError } from './errors';
import { endOfLineBreaks, headLines, maxMessageBytes, parseMessage, readContentLength } from './parse';
import type { SipMessage } from './types';

/** Finds the messages in what a connection carries. */
export interface StreamParser {
  /**
   * Takes the next bytes, which it copies.
   * @returns the messages that are complete now
   * @throws {SipParseError} when the end of a message can no longer be found: the connection must be closed. If bytes before
   * that made messages, they are returned and the next call throws.
   */
  push(chunk: Buffer): SipMessage[];
}

const startLine = /^SIP\/\d+\.\d+ | SIP\/\d+\.\d+$/i;

/**
 * Creates a parser for one connection of TCP or TLS, where messages follow each other and Content-Length ends each (RFC 3261
 * section 18.3). Line breaks between messages keep the connection alive (RFC 5626 section 3.5.1) and are skipped. It holds
 * at most one incomplete message, of {@link maxMessageBytes}.
 * @param onDropped gets the error of a message that has an end but cannot be read: the connection goes on after it
 */
export function createStreamParser({ onDropped }: { onDropped?: (error: SipParseError) => void } = {}): StreamParser {
  let pending = Buffer.alloc(0);
  let broken: SipParseError | undefined;
  /** The length of the message at the front of `pending`, once its header is complete. */
  let length: number | undefined;

  const takeFrame = (): Buffer | undefined => {
    pending = pending.subarray(endOfLineBreaks(pending));
    length ??= measureFrame(pending);
    if (length === undefined || pending.length < length) return undefined;
    const frame = pending.subarray(0, length);
    pending = pending.subarray(length);
    length = undefined;
    return frame;
  };

  const takeMessages = (messages: SipMessage[]): void => {
    for (let frame = takeFrame(); frame !== undefined; frame = takeFrame()) {
      const message = readFrame(frame, onDropped);
      if (message !== undefined) messages.push(message);
    }
  };

  return {
    push: (chunk) => {
      if (broken !== undefined) throw broken;
      const messages: SipMessage[] = [];
      pending = Buffer.concat([pending, chunk]);
      try {
        takeMessages(messages);
      } catch (error) {
        if (!(error instanceof SipParseError)) throw error;
        broken = error;
        pending = Buffer.alloc(0);
        if (messages.length === 0) throw error;
      }
      return messages;
    },
  };
}

function readFrame(frame: Buffer, onDropped?: (error: SipParseError) => void): SipMessage | undefined {
  try {
    return parseMessage(frame);
  } catch (error) {
    if (!(error instanceof SipParseError)) throw error;
    onDropped?.(error);
    return undefined;
  }
}

/** Returns the length of the message at the front of `bytes`; `undefined` if its header is not complete. */
function measureFrame(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) {
    if (bytes.length > maxMessageBytes) throw new SipParseError('The message is too long.');
    return undefined;
  }
  const [first = '', ...lines] = headLines(bytes.subarray(0, end));
  if (!startLine.test(first)) throw new SipParseError('The connection does not carry SIP.');
  const body = readContentLength(lines);
  if (body === undefined) throw new SipParseError('A message on a connection needs a Content-Length.');
  if (end + 4 + body > maxMessageBytes) throw new SipParseError('The message is too long.');
  return end + 4 + body;
}
