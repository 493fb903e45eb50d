import { headersOf, parseNameAddr, parseVia } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { isKeepAlive, parseMessage } from '../../../../../../shared/adapters/telephony/sip/message/parse';
import { SipParseError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import { bytesOf, commonLines, optionsLines } from './messages';

const [start = '', via = '', from = '', to = '', callId = '', cseq = ''] = optionsLines;

it('reads a request: its parts, its headers in order, and a body of any bytes', () => {
  const body = Buffer.from([0, 13, 10, 13, 10, 255]);
  const lines = [...optionsLines, 'Content-Type: application/x', `Content-Length: ${body.length}`];
  const message = parseMessage(Buffer.concat([bytesOf(lines), body]));
  expect(message).toMatchObject({ kind: 'request', method: 'OPTIONS', uri: 'sip:+15550002222@carrier.example', body });
  expect(message.headers.map(({ name }) => name)).toEqual(['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Content-Type']);
});

it('reads a response, with or without a phrase', () => {
  const read = (line: string) => parseMessage(bytesOf([line, ...commonLines, 'CSeq: 1 INVITE']));
  expect(read('SIP/2.0 180 Ringing')).toMatchObject({ kind: 'response', status: 180, phrase: 'Ringing' });
  expect(read('SIP/2.0 503 CPS limit: "exceeded", wait')).toMatchObject({ phrase: 'CPS limit: "exceeded", wait' });
  expect(read('SIP/2.0 200 Café 好')).toMatchObject({ phrase: 'Café 好' });
  expect(read('SIP/2.0 100 ')).toMatchObject({ status: 100, phrase: '' });
  expect(read('SIP/2.0 100')).toMatchObject({ status: 100, phrase: '' });
});

it('reads compact names, names in any letter case, folded lines and blanks where the grammar allows them', () => {
  const message = parseMessage(
    bytesOf([
      'INVITE sip:desk@reception.example;unknown SIP/2.0',
      'T :',
      ' sip:desk@reception.example ;   tag    = 4711n',
      'from   : "A Caller \\\\\\""       <sip:caller@example.com>',
      '  ;',
      '\ttag = 98x',
      'mAx-ForWards: 0068',
      'i: folded.4711@192.0.2.1',
      'cseq: 0009',
      '  INVITE',
      'v  : SIP  /   2.0',
      ' /UDP',
      '    192.0.2.2;branch=390x',
      's :',
      'Unheard-Of:   one',
      ' two',
      'Stranger: ;;,,;;,;',
      'V:  SIP  / 2.0  / tcp     edge.example   ;',
      '  branch  =   z9hG4bK9x  ,',
      ' SIP  /    2.0   / UDP  192.168.255.111:5070   ; branch=',
      ' z9hG4bK30x',
      'm:"Quoted, text \\"\\"" <sip:caller@example.com> ; first =',
      '      value ;',
      '  second ; q = 0.33',
    ]),
  );
  expect(message.headers.map(({ name }) => name)).toEqual([
    ...['To', 'From', 'Max-Forwards', 'Call-ID', 'CSeq', 'Via', 'Subject', 'Unheard-Of', 'Stranger', 'Via', 'Contact'],
  ]);
  const [toValue = '', fromValue = ''] = message.headers.map(({ value }) => value);
  expect(parseNameAddr(toValue)).toEqual({ uri: 'sip:desk@reception.example', params: { tag: '4711n' } });
  expect(parseNameAddr(fromValue)).toEqual({
    displayName: 'A Caller \\"',
    uri: 'sip:caller@example.com',
    params: { tag: '98x' },
  });
  expect(headersOf(message, 'Unheard-Of')).toEqual(['one two']);
  expect(headersOf(message, 'via').map(parseVia)).toEqual([
    { transport: 'UDP', host: '192.0.2.2', params: { branch: '390x' } },
    { transport: 'TCP', host: 'edge.example', params: { branch: 'z9hG4bK9x' } },
    { transport: 'UDP', host: '192.168.255.111', port: 5070, params: { branch: 'z9hG4bK30x' } },
  ]);
  expect(headersOf(message, 'Contact').map(parseNameAddr)).toEqual([
    {
      displayName: 'Quoted, text ""',
      uri: 'sip:caller@example.com',
      params: { first: 'value', second: '', q: '0.33' },
    },
  ]);
});

it('reads unusual tokens, escaped URIs and control characters that are escaped in a quoted string', () => {
  const method = "!interesting-Method0123456789_*+`.%indeed'~";
  const uri =
    "sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,odd!*pas$wo~d_too.(doesn't-it)@example.com";
  const message = parseMessage(
    bytesOf([
      `${method} ${uri} SIP/2.0`,
      via,
      "From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;from-End''~+*_!.-%=\"working\\\" too\";tag=_t%-~!'`*+",
      'To: "BEL:\\\x07 NUL:\\\0 DEL:\\\x7f" <sip:1_unusual.URI@example.com>',
      'Call-ID: unusual.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
      `CSeq: 139122385 ${method}`,
    ]),
  );
  expect(message).toMatchObject({ method, uri });
  expect(parseNameAddr(headersOf(message, 'From')[0] ?? '')).toEqual({
    displayName: "token1~` token2'+_ token3*%!.-",
    uri: 'sip:mundane@example.com',
    params: { "from-end''~+*_!.-%": 'working" too', tag: "_t%-~!'`*+" },
  });
  expect(parseNameAddr(headersOf(message, 'To')[0] ?? '').displayName).toBe('BEL:\x07 NUL:\0 DEL:\x7f');
});

it('reads a display name in Latin-1, which some lines send', () => {
  const bytes = Buffer.from(
    bytesOf([start, via, from, 'To: "Zoë" <sip:zoe@example.com>', callId, cseq]).toString(),
    'latin1',
  );
  expect(headersOf(parseMessage(bytes), 'To')).toEqual(['"Zoë" <sip:zoe@example.com>']);
});

it('skips line breaks before a message, and what a datagram contains after it', () => {
  const lines = ['', '', ...optionsLines, 'l: 3'];
  expect(parseMessage(bytesOf(lines, 'abcINVITE sip:other')).body.toString()).toBe('abc');
});

it('ends the body with the datagram if there is no Content-Length', () => {
  expect(parseMessage(bytesOf(optionsLines, 'abc')).body.toString()).toBe('abc');
});

const invalid: Record<string, readonly string[]> = {
  'another version': ['OPTIONS sip:a@b SIP/7.0', ...optionsLines.slice(1)],
  'no version': ['OPTIONS sip:a@b', ...optionsLines.slice(1)],
  'a second space in its start line': ['OPTIONS  sip:a@b SIP/2.0', ...optionsLines.slice(1)],
  'a space in its Request-URI': ['OPTIONS sip:a@b; lr SIP/2.0', ...optionsLines.slice(1)],
  'a space after its start line': [`${start} `, ...optionsLines.slice(1)],
  'a bracketed Request-URI': ['OPTIONS <sip:a@b> SIP/2.0', ...optionsLines.slice(1)],
  'a status beyond 699': ['SIP/2.0 700 Odd', ...optionsLines.slice(1)],
  'a status that overflows': ['SIP/2.0 4294967301 better not', ...optionsLines.slice(1)],
  'a folded start line': ['OPTIONS sip:a@b', ' SIP/2.0', ...optionsLines.slice(1)],
  'no Via': [start, from, to, callId, cseq],
  'no From': [start, via, to, callId, cseq],
  'no To': [start, via, from, callId, cseq],
  'no Call-ID': [start, via, from, to, cseq],
  'no CSeq': [start, via, from, to, callId],
  'an empty Call-ID': [start, via, from, to, 'Call-ID:', cseq],
  'two From': [...optionsLines, 'f: <sip:other@example.com>;tag=2'],
  'two Call-IDs': [...optionsLines, callId],
  'another method in its CSeq': [start, via, from, to, callId, 'CSeq: 8 INVITE'],
  'a sequence that overflows': [start, via, from, to, callId, 'CSeq: 36893488147419103232 OPTIONS'],
  'a sequence of 2^31': [start, via, from, to, callId, 'CSeq: 2147483648 OPTIONS'],
  'a sequence below 0': [start, via, from, to, callId, 'CSeq: -1 OPTIONS'],
  'a quote in its To that does not end': [start, via, from, 'To: "Watson <sip:w@example.com>', callId, cseq],
  'a bracket in its From that does not end': [start, via, 'From: <sip:w@example.com;tag=1', to, callId, cseq],
  'no URI in its To': [start, via, from, 'To: "Watson" <>', callId, cseq],
  'a Via of another protocol': [start, 'Via: HTTP/1.1 example.com', from, to, callId, cseq],
  'a Via with a port that overflows': [start, 'Via: SIP/2.0/UDP a:99999;branch=x', from, to, callId, cseq],
  'a line without a colon': [...optionsLines, 'Contact'],
  'a name with a space': [...optionsLines, 'Max Forwards: 70'],
  'a Content-Length below 0': [...optionsLines, 'Content-Length: -999'],
  'a Content-Length beyond its end': [...optionsLines, 'Content-Length: 1'],
  'a Content-Length that is no number': [...optionsLines, 'Content-Length: 0x0'],
  'two Content-Lengths that differ': [...optionsLines, 'Content-Length: 0', 'l: 00', 'L: 1'],
  'a bare line feed': [...optionsLines, 'Subject: a\nRoute: <sip:other@example.com>'],
  'a bare carriage return': [...optionsLines, 'Subject: a\rRoute: <sip:other@example.com>'],
  'too many header fields': [...optionsLines, ...Array.from({ length: 252 }, () => 'Subject: x')],
};

it.each(Object.entries(invalid))('refuses a message with %s', (_, lines) => {
  expect(() => parseMessage(bytesOf(lines))).toThrow(SipParseError);
});

it('reads the largest message, and refuses a larger one and one without an end', () => {
  const empty = bytesOf(optionsLines).length;
  expect(parseMessage(bytesOf(optionsLines, 'x'.repeat(65_536 - empty))).body.length).toBe(65_536 - empty);
  expect(() => parseMessage(bytesOf(optionsLines, 'x'.repeat(65_537 - empty)))).toThrow(SipParseError);
  expect(() => parseMessage(Buffer.from(optionsLines.join('\r\n')))).toThrow(SipParseError);
  expect(() => parseMessage(Buffer.alloc(0))).toThrow(SipParseError);
});

it('knows what only keeps a mapping alive', () => {
  for (const text of ['', '\r\n', '\r\n\r\n', '\0\0\0\0']) expect(isKeepAlive(Buffer.from(text))).toBe(true);
  expect(isKeepAlive(bytesOf(optionsLines))).toBe(false);
});
