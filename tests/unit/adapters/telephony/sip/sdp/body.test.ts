import { sdpBodyOf } from '../../../../../../shared/adapters/telephony/sip/sdp/body';

const sdp = 'v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\n';
const found = (body: string | Buffer, ...headers: [string, string][]) =>
  sdpBodyOf({ headers: headers.map(([name, value]) => ({ name, value })), body: Buffer.from(body) })?.toString();

it('is the body of a message that says so, in any letter case and with parameters', () => {
  expect(found(sdp, ['Content-Type', 'application/sdp'])).toBe(sdp);
  expect(found(sdp, ['Content-Type', 'Application/SDP ; charset=utf-8'])).toBe(sdp);
});

it('is the body of a message that does not name its type, if it looks like one', () => {
  expect(found(sdp)).toBe(sdp);
  expect(found('hello')).toBeUndefined();
});

it('is not a body of another type, an encoded one or an empty one', () => {
  expect(found(sdp, ['Content-Type', 'application/sdp-more'])).toBeUndefined();
  expect(found(sdp, ['Content-Type', 'text/plain'])).toBeUndefined();
  expect(found(sdp, ['Content-Type', 'application/sdp'], ['Content-Encoding', 'gzip'])).toBeUndefined();
  expect(found('', ['Content-Type', 'application/sdp'])).toBeUndefined();
});

describe('in a message of several parts', () => {
  const isup = Buffer.from([1, 0, 0x49, 0xff, 13, 10]);
  const parts = (boundary: string) =>
    Buffer.concat([
      Buffer.from(`preamble\r\n--${boundary}\r\nContent-Type: application/ISUP;version=itu-t92+\r\n\r\n`),
      isup,
      Buffer.from(`\r\n--${boundary}  \r\nContent-Disposition: session\r\ncontent-type: application/sdp\r\n\r\n${sdp}`),
      Buffer.from(`\r\n--${boundary}--\r\nContent-Type: application/sdp\r\n\r\nbehind the end`),
    ]);

  it('is the part of its type, byte for byte', () => {
    expect(found(parts('unique-1'), ['Content-Type', 'multipart/mixed; boundary=unique-1'])).toBe(sdp);
    expect(found(parts('a b:c'), ['Content-Type', 'multipart/mixed;boundary="a b:c"'])).toBe(sdp);
  });

  it('is not found without a boundary, before the first and behind the last', () => {
    const type = 'multipart/mixed; boundary=x';
    expect(found(parts('x'), ['Content-Type', 'multipart/mixed'])).toBeUndefined();
    expect(found(parts('x'), ['Content-Type', 'multipart/mixed; boundary="x'])).toBeUndefined();
    expect(found(`Content-Type: application/sdp\r\n\r\n${sdp}`, ['Content-Type', type])).toBeUndefined();
    expect(found(`--x--\r\nContent-Type: application/sdp\r\n\r\n${sdp}`, ['Content-Type', type])).toBeUndefined();
  });
});
