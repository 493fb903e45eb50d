import fc from 'fast-check';
import { SipParseError, SipWriteError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import {
  headerOf,
  parseNameAddr,
  writeNameAddr,
  writeVia,
} from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { parseMessage } from '../../../../../../shared/adapters/telephony/sip/message/parse';
import { telephoneUri, writeSipUri } from '../../../../../../shared/adapters/telephony/sip/message/uri';
import { writeMessage } from '../../../../../../shared/adapters/telephony/sip/message/write';
import type { SipRequest } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { bytesOf, messages, mutated, optionsLines } from './messages';

const options = parseMessage(bytesOf(optionsLines)) as SipRequest;
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\r\n\t "<>;:,=@\\\0\u2028č0a')) }),
);

it('writes what is read as the same message', () => {
  fc.assert(fc.property(messages, (message) => expect(parseMessage(writeMessage(message))).toEqual(message)));
});

it('writes the true length of the body, whatever length a header names', () => {
  const body = Buffer.from('Zoë, café');
  const written = writeMessage({
    ...options,
    headers: [{ name: 'content-length', value: '1' }, ...options.headers],
    body,
  });
  expect(written.toString().match(/content-length.*/gi)).toEqual([`Content-Length: ${body.length}`]);
});

it('reads a damaged message as one that can be written and read again, or refuses it', () => {
  fc.assert(
    fc.property(mutated(messages.map(writeMessage)), (bytes) => {
      let message;
      try {
        message = parseMessage(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(SipParseError);
        return;
      }
      expect(parseMessage(writeMessage(message))).toEqual(message);
    }),
    { numRuns: 1_000 },
  );
});

describe('a value that would start a header field of its own', () => {
  const injected = ['a\r\nRoute: <sip:other@example.com>', 'a\nb', 'a\rb', '\r\n\r\nbody'];

  it.each(injected)('is refused wherever it is: %j', (text) => {
    const refused = [
      { ...options, headers: [...options.headers, { name: 'Subject', value: text }] },
      { ...options, headers: [...options.headers, { name: text, value: 'x' }] },
      { ...options, method: text },
      { ...options, uri: text },
      { ...options, kind: 'response', status: 200, phrase: text } as const,
    ];
    for (const message of refused) expect(() => writeMessage(message)).toThrow(SipWriteError);
    expect(() => writeNameAddr({ uri: text })).toThrow(SipWriteError);
    expect(() => writeNameAddr({ uri: 'sip:a@b', params: { tag: text } })).toThrow(SipWriteError);
    expect(() => writeNameAddr({ uri: 'sip:a@b', params: { [text]: '1' } })).toThrow(SipWriteError);
    expect(() => writeVia({ transport: text, host: 'a', params: {} })).toThrow(SipWriteError);
    expect(() => writeVia({ transport: 'UDP', host: text, params: {} })).toThrow(SipWriteError);
    expect(() => writeSipUri({ scheme: 'sip', host: text, params: {} })).toThrow(SipWriteError);
    expect(() => telephoneUri(text, { scheme: 'sip', host: 'a', params: {} })).toThrow(SipWriteError);
  });

  it('stays text in a display name and in the user of an address', () => {
    fc.assert(
      fc.property(anyText, anyText, (displayName, user) => {
        const uri = user === '' ? 'sip:a' : writeSipUri({ scheme: 'sip', user, host: 'carrier.example', params: {} });
        const value = writeNameAddr({ displayName, uri, params: { tag: 'ours' } });
        const headers = options.headers.map((header) => (header.name === 'From' ? { name: 'From', value } : header));
        const read = parseMessage(writeMessage({ ...options, headers }));
        expect(read.headers.map(({ name }) => name)).toEqual(options.headers.map(({ name }) => name));
        const address = parseNameAddr(headerOf(read, 'From') ?? '');
        expect(address).toMatchObject({ uri, params: { tag: 'ours' } });
        expect(Object.keys(address.params)).toEqual(['tag']);
      }),
    );
  });

  it('cannot come from characters that are line breaks only when they are cut to one byte', () => {
    const value = '\u010d\u010a\u560d\u560aRoute: x';
    const read = parseMessage(writeMessage({ ...options, headers: [...options.headers, { name: 'Subject', value }] }));
    expect(headerOf(read, 'Subject')).toBe(value);
    expect(headerOf(read, 'Route')).toBeUndefined();
  });

  it('cannot come from a telephone number', () => {
    fc.assert(
      fc.property(anyText, (number) => {
        fc.pre(!/^\+?[0-9]{1,32}$/.test(number));
        expect(() => telephoneUri(number, { scheme: 'sip', host: 'carrier.example', params: {} })).toThrow(
          SipWriteError,
        );
      }),
    );
  });
});

it('refuses a status that is not one of SIP, and a message that no peer would take', () => {
  const response = { ...options, kind: 'response', phrase: '' } as const;
  for (const status of [0, 99, 700, 200.5, NaN])
    expect(() => writeMessage({ ...response, status })).toThrow(SipWriteError);
  expect(() => writeMessage({ ...options, body: Buffer.alloc(65_536) })).toThrow(SipWriteError);
});
