import fc from 'fast-check';
import { canonicalName } from '../../../../../../shared/adapters/telephony/sip/message/names';
import { trimBlanks } from '../../../../../../shared/adapters/telephony/sip/message/text';
import type {
  SipHeader,
  SipMessage,
  SipRequest,
  SipResponse,
} from '../../../../../../shared/adapters/telephony/sip/message/types';

/** Joins lines as they travel, and ends the header. */
export const bytesOf = (lines: readonly string[], body = ''): Buffer =>
  Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);

/** What every message needs, apart from the start line. */
export const commonLines = [
  'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport',
  'From: <sip:+15550001111@outdial.example>;tag=ours',
  'To: <sip:+15550002222@carrier.example>',
  'Call-ID: one@outdial.example',
];

export const optionsLines = ['OPTIONS sip:+15550002222@carrier.example SIP/2.0', ...commonLines, 'CSeq: 1 OPTIONS'];

/** A message of which only the header fields matter. */
export const withHeaders = (...headers: [string, string][]) => ({
  headers: headers.map(([name, value]) => ({ name, value })),
});

const tokenUnit = fc.constantFrom(...Array.from("abcXYZ019-.!%*_+`'~"));
export const tokens = fc.string({ unit: tokenUnit, minLength: 1, maxLength: 12 });
/** Any text on one line, without blanks at its ends. */
export const lineTexts = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => trimBlanks(text.replace(/[\r\n]/g, '')));

const required = ['From', 'To', 'Call-ID', 'CSeq', 'Via', 'Content-Length'];
const otherHeaders: fc.Arbitrary<SipHeader> = fc
  .record({
    name: fc.oneof(tokens, fc.constantFrom('Contact', 'Reason', 'Allow')).map(canonicalName),
    value: lineTexts,
  })
  .filter(({ name }) => !required.some((one) => one.toLowerCase() === name.toLowerCase()));

const hosts = fc.constantFrom('carrier.example', '192.0.2.7', '[2001:db8::7]');
const uris = fc
  .tuple(fc.constantFrom('sip', 'sips'), tokens, hosts)
  .map(([scheme, user, host]) => `${scheme}:${user}@${host}`);
const addresses = fc.tuple(uris, tokens).map(([uri, tag]) => `<${uri}>;tag=${tag}`);
const bodies = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const methods = fc.oneof(tokens, fc.constantFrom('INVITE', 'ACK', 'BYE', 'CANCEL'));
const branches = fc.tuple(hosts, tokens).map(([host, branch]) => `SIP/2.0/TCP ${host}:5061;branch=z9hG4bK${branch}`);

const headersFor = (method: fc.Arbitrary<string>): fc.Arbitrary<{ method: string; headers: SipHeader[] }> =>
  fc
    .record({
      method,
      from: addresses,
      to: addresses,
      callId: tokens,
      sequence: fc.nat(2 ** 31 - 1),
      via: fc.array(branches, { minLength: 1, maxLength: 3 }),
      others: fc.array(otherHeaders, { maxLength: 8 }),
    })
    .map(({ method: name, from, to, callId, sequence, via, others }) => ({
      method: name,
      headers: [
        ...via.map((value) => ({ name: 'Via', value })),
        { name: 'From', value: from },
        { name: 'To', value: to },
        { name: 'Call-ID', value: callId },
        { name: 'CSeq', value: `${sequence} ${name}` },
        ...others,
      ],
    }));

const requests: fc.Arbitrary<SipRequest> = fc
  .tuple(headersFor(methods), uris, bodies)
  .map(([{ method, headers }, uri, body]) => ({ kind: 'request', method, uri, headers, body }));

const responses: fc.Arbitrary<SipResponse> = fc
  .tuple(headersFor(methods), fc.integer({ min: 100, max: 699 }), lineTexts, bodies)
  .map(([{ headers }, status, phrase, body]) => ({ kind: 'response', status, phrase, headers, body }));

/** Every message that can be written and read. */
export const messages: fc.Arbitrary<SipMessage> = fc.oneof(requests, responses);

type Edit = { at: number; remove: number; insert: Buffer };
const structural = [
  '\r\n',
  '\r',
  '\n',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '"',
  '<',
  '>',
  '\\',
  '=',
  '@',
  '/',
  '%',
  '\0',
  'l: 9\r\n',
];
const edits: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(2_000),
  remove: fc.nat(6),
  insert: fc.oneof(
    fc.constantFrom(...structural).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  ),
});

const applyEdit = (bytes: Buffer, { at, remove, insert }: Edit): Buffer => {
  const start = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
};

/** A message with a few bytes changed, added or removed. */
export const mutated = (written: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(written, fc.array(edits, { minLength: 1, maxLength: 5 }))
    .map(([bytes, all]) => all.reduce(applyEdit, bytes));
