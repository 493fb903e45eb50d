/** A message in SIPp's log of messages. */
export interface LoggedMessage {
  /** `in` came to SIPp. */
  direction: 'in' | 'out';
  /** By SIPp's clock, a Unix time in ms. */
  atMs: number;
  /** The first line, without the line break. */
  start: string;
  /** The whole message. */
  text: string;
}

/** SIPp writes a line of dashes with the time, a line with the direction, and the message. */
const separator = /^-{20,} *(\d{4}-\d\d-\d\d)[ \t]+(\d\d:\d\d:\d\d\.\d+).*$/m;

/** Reads the log of messages of SIPp (`-trace_msg`). A last message that is still being written is left out. */
export function readMessageLog(log: string): LoggedMessage[] {
  const [, ...parts] = log.split(separator);
  const messages: LoggedMessage[] = [];
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [date = '', time = '', body = ''] = parts.slice(index, index + 3);
    const [, direction, text] = /^\s*\S+ message (received|sent)[^\n]*\n\s*\n([^]*)$/.exec(body) ?? [];
    if (direction === undefined || text === undefined || !text.includes('\r\n\r\n')) continue;
    messages.push({
      direction: direction === 'received' ? 'in' : 'out',
      atMs: Date.parse(`${date}T${time.slice(0, 12)}`),
      start: text.slice(0, text.indexOf('\r\n')),
      text,
    });
  }
  return messages;
}

/** The value of a header field in its long form; the first one. */
export const fieldOf = (message: LoggedMessage, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, 'im').exec(message.text)?.[1];

/** Requests of a method that came in, without retransmissions: those have the same branch (RFC 3261 section 17.2.3). */
export function requestsIn(messages: readonly LoggedMessage[], method: string): LoggedMessage[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    if (message.direction !== 'in' || !message.start.startsWith(`${method} `)) return false;
    const identity = `${fieldOf(message, 'Via')} ${fieldOf(message, 'CSeq')} ${fieldOf(message, 'Call-ID')}`;
    return seen.size < seen.add(identity).size;
  });
}
