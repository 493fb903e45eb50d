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
  const queue = createByteQueue();
  let broken: SipParseError | undefined;
  /** What is known of the message at the front: its length, or up to where its header was looked for an end. */
  let front: { length?: number; searched: number } = { searched: 0 };

  const takeFrame = (): Buffer | undefined => {
    const lineBreaks = endOfLineBreaks(queue.bytes());
    if (lineBreaks > 0) front = { searched: 0 };
    queue.drop(lineBreaks);
    front = measureFrame(queue.bytes(), front);
    const { length } = front;
    if (length === undefined || queue.bytes().length < length) return undefined;
    const frame = Buffer.from(queue.bytes().subarray(0, length));
    queue.drop(length);
    front = { searched: 0 };
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
      queue.append(chunk);
      try {
        takeMessages(messages);
      } catch (error) {
        if (!(error instanceof SipParseError)) throw error;
        broken = error;
        queue.drop(queue.bytes().length);
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

/** Finds the length of the message at the front of `bytes`, once its header is complete. */
function measureFrame(
  bytes: Buffer,
  { length, searched }: { length?: number; searched: number },
): { length?: number; searched: number } {
  if (length !== undefined) return { length, searched };
  const end = bytes.indexOf('\r\n\r\n', Math.max(0, searched - 3));
  if (end === -1) {
    if (bytes.length > maxMessageBytes) throw new SipParseError('The message is too long.');
    return { searched: bytes.length };
  }
  const [first = '', ...lines] = headLines(bytes.subarray(0, end));
  if (!startLine.test(first)) throw new SipParseError('The connection does not carry SIP.');
  const body = readContentLength(lines);
  if (body === undefined) throw new SipParseError('A message on a connection needs a Content-Length.');
  if (end + 4 + body > maxMessageBytes) throw new SipParseError('The message is too long.');
  return { length: end + 4 + body, searched: end };
}

/** Bytes that wait for more of them, in one piece. Its memory doubles when it is full, so that small chunks cost little. */
function createByteQueue() {
  let memory = Buffer.alloc(0);
  let [start, end] = [0, 0];
  return {
    bytes: (): Buffer => memory.subarray(start, end),
    append: (chunk: Buffer): void => {
      const length = end - start;
      if (end + chunk.length > memory.length) {
        const grown = Buffer.alloc(Math.max(2 * length, length + chunk.length));
        memory.copy(grown, 0, start, end);
        [memory, start, end] = [grown, 0, length];
      }
      end += chunk.copy(memory, end);
    },
    drop: (count: number): void => {
      start += count;
      if (start === end) [memory, start, end] = [Buffer.alloc(0), 0, 0];
    },
  };
}
