import fc from 'fast-check';
import { SipParseError, SipWriteError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import { parseSipUri, telephoneUri, writeSipUri } from '../../../../../../shared/adapters/telephony/sip/message/uri';

const readable: [string, object][] = [
  ['sip:carrier.example', { scheme: 'sip', host: 'carrier.example', params: {} }],
  [
    'SIPS:+15550001111@Carrier.Example:5061;transport=TCP;LR',
    { scheme: 'sips', user: '+15550001111', host: 'carrier.example', port: 5061, params: { transport: 'TCP', lr: '' } },
  ],
  ['sip:a:pass%3Aword@192.0.2.1', { scheme: 'sip', user: 'a', password: 'pass:word', host: '192.0.2.1', params: {} }],
  ['sip:[2001:db8::10]:5070', { scheme: 'sip', host: '2001:db8::10', port: 5070, params: {} }],
  [
    'sip:user;par=u%40example.net@example.com',
    { scheme: 'sip', user: 'user;par=u@example.net', host: 'example.com', params: {} },
  ],
  [
    'sip:+1-212;phone-context=+1@gw.example;user=phone?Subject=a%20b',
    {
      scheme: 'sip',
      user: '+1-212;phone-context=+1',
      host: 'gw.example',
      params: { user: 'phone' },
      headers: 'Subject=a%20b',
    },
  ],
  ['sip:@example.com', { scheme: 'sip', host: 'example.com', params: {} }],
  ['sip:a@b;;lr;', { scheme: 'sip', user: 'a', host: 'b', params: { lr: '' } }],
  ['sip:%zz%ff@b', { scheme: 'sip', user: '%zz%ff', host: 'b', params: {} }],
  ['sip:null-%00-null@example.com', { scheme: 'sip', user: 'null-\0-null', host: 'example.com', params: {} }],
];

it.each(readable)('reads %s', (text, parts) => expect(parseSipUri(text)).toEqual(parts));

const unreadable = [
  ...['', 'tel:+1555', 'sip:', 'sip:a@', 'sip::a@b', 'sip:a@b@c', 'sip:a b@c', 'sip:a@b:70000', 'sip:a@b:'],
  ...['sip:a@[::1', 'sip:a@[nothing]', 'sip:a@b c', 'sip:a@b<c>', 'http://a@b'],
];

it.each(unreadable)('refuses %j', (text) => expect(() => parseSipUri(text)).toThrow(SipParseError));

it('is read as it was written, whatever its user and its parameters contain', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const uris = fc.record(
    {
      scheme: fc.constantFrom('sip' as const, 'sips' as const),
      user: text.filter((user) => user !== ''),
      host: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()),
      port: fc.nat(65_535),
      params: fc.dictionary(fc.stringMatching(/^[a-z0-9;=?@ %-]{1,8}$/), text, { noNullPrototype: false }),
      headers: fc.constantFrom('', 'Subject=a%20b&To=x'),
    },
    { requiredKeys: ['scheme', 'host', 'params'] },
  );
  fc.assert(
    fc.property(uris, fc.option(text, { nil: undefined }), (uri, password) => {
      const given = { ...uri, ...(uri.user !== undefined && password !== undefined && { password }) };
      const written = writeSipUri(given);
      expect(written).toMatch(/^[!#-;=?-~]+$/);
      expect(parseSipUri(written)).toEqual(given);
    }),
  );
});

it('refuses what would become another part of a URI', () => {
  const base = { scheme: 'sip', host: 'carrier.example', params: {} } as const;
  for (const change of [
    { host: 'a;b' },
    { host: 'a@b' },
    { host: '' },
    { port: 65_536 },
    { port: 1.5 },
    { headers: 'a b' },
  ])
    expect(() => writeSipUri({ ...base, ...change })).toThrow(SipWriteError);
  for (const change of [{ user: '' }, { password: 'x' }, { params: { '': 'x' } }])
    expect(() => writeSipUri({ ...base, ...change })).toThrow(SipWriteError);
});

it('writes a telephone number as the user, and refuses any other text', () => {
  const at = { scheme: 'sip', host: 'carrier.example', port: 5070, params: { transport: 'tcp' } } as const;
  expect(telephoneUri('+15550001111', at)).toBe('sip:+15550001111@carrier.example:5070;transport=tcp;user=phone');
  expect(telephoneUri('015550', at)).toBe('sip:015550@carrier.example:5070;transport=tcp;user=phone');
  for (const number of ['', '+', '+1 555', '+1;x=y', '1@other', '+1555\r\n', '+15550001111\n', '１２', '9'.repeat(33)])
    expect(() => telephoneUri(number, at)).toThrow(SipWriteError);
});
