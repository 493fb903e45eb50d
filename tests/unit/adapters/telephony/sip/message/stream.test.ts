import fc from 'fast-check';
import { SipParseError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import { createStreamParser } from '../../../../../../shared/adapters/telephony/sip/message/stream';
import type { SipMessage } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { writeMessage } from '../../../../../../shared/adapters/telephony/sip/message/write';
import { bytesOf, messages, mutated, optionsLines } from './messages';

const emptyOptions = bytesOf([...optionsLines, 'Content-Length: 0']);

/** Cuts bytes into chunks whose lengths repeat. */
function chunksOf(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const length = lengths[index % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 });

it('finds the same messages however the connection cuts them, with line breaks between them', () => {
  const separated = fc.tuple(messages, fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(separated, { maxLength: 4 }), lengths, (sent, cuts) => {
      const bytes = sent.flatMap(([message, breaks]) => [Buffer.from('\r\n'.repeat(breaks)), writeMessage(message)]);
      const parser = createStreamParser();
      const found = chunksOf(Buffer.concat(bytes), cuts).flatMap((chunk) => parser.push(chunk));
      expect(found).toEqual(sent.map(([message]) => message));
    }),
  );
});

it('copies what it takes: a socket may use the memory of a chunk again', () => {
  const bytes = bytesOf([...optionsLines, 'Content-Length: 3'], 'abc');
  const parser = createStreamParser();
  const [first, second] = [Buffer.from(bytes.subarray(0, 50)), Buffer.from(bytes.subarray(50))];
  parser.push(first);
  first.fill(0);
  const [message] = parser.push(second);
  second.fill(0);
  parser.push(emptyOptions);
  expect(message?.body.toString()).toBe('abc');
});

it('goes on after a message that has an end but cannot be read', () => {
  const dropped: SipParseError[] = [];
  const parser = createStreamParser({ onDropped: (error) => dropped.push(error) });
  const noCallId = bytesOf([...optionsLines.filter((line) => !line.startsWith('Call-ID')), 'l: 5'], 'dummy');
  expect(parser.push(Buffer.concat([noCallId, emptyOptions]))).toHaveLength(1);
  expect(dropped).toHaveLength(1);
});

describe('a connection on which the end of a message cannot be found', () => {
  const lost: Record<string, Buffer> = {
    'no Content-Length': bytesOf(optionsLines),
    'two that differ': bytesOf([...optionsLines, 'l: 0', 'l: 1']),
    'a body beyond the limit': bytesOf([...optionsLines, 'l: 65536']),
    'another protocol': bytesOf(['GET / HTTP/1.1', 'Content-Length: 0']),
    'a header without an end': Buffer.alloc(65_537, 'x'),
  };

  it.each(Object.entries(lost))('is refused from then on: %s', (_, bytes) => {
    const parser = createStreamParser();
    expect(() => parser.push(bytes)).toThrow(SipParseError);
    expect(() => parser.push(emptyOptions)).toThrow(SipParseError);
  });

  it('still gives the messages before that', () => {
    const parser = createStreamParser();
    expect(parser.push(Buffer.concat([emptyOptions, Buffer.from('GET / HTTP/1.1\r\n\r\n')]))).toHaveLength(1);
    expect(() => parser.push(Buffer.alloc(0))).toThrow(SipParseError);
  });
});

it('takes any bytes in any chunks: it gives messages or fails with its own error, and keeps failing', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    mutated(fc.array(messages, { minLength: 1, maxLength: 3 }).map((all) => Buffer.concat(all.map(writeMessage)))),
  );
  fc.assert(
    fc.property(bytes, lengths, (sent, cuts) => {
      const parser = createStreamParser();
      let failed = false;
      for (const chunk of chunksOf(sent, cuts)) {
        try {
          const found: SipMessage[] = parser.push(chunk);
          expect({ failed, found: found.length }).toEqual({ failed: false, found: found.length });
        } catch (error) {
          if (!(error instanceof SipParseError)) throw error;
          failed = true;
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('reads the header of a long message twice, also if it comes byte by byte: to find its end, and whole', () => {
  const head = [...optionsLines, 'Subject: x', ...Array.from({ length: 2_000 }, () => ' y')];
  const bytes = bytesOf([...head, 'Content-Length: 4000'], 'y'.repeat(4_000));
  const parser = createStreamParser();
  const read = jest.spyOn(Buffer.prototype, 'toString');
  const found = chunksOf(bytes, [1]).flatMap((chunk) => parser.push(chunk));
  const reads = read.mock.calls.length;
  read.mockRestore();
  expect(found).toHaveLength(1);
  expect(reads).toBe(2);
});
