import * as fc from 'fast-check';
import { packets } from 'rtp.js';
import {
  isRtcp,
  measureRtpHeader,
  parseRtp,
  rtpHeaderBytes,
  writeRtpHeader,
} from '../../../../../../shared/adapters/telephony/sip/rtp/packet';

const { RtpPacket } = packets;
const header = fc.record({
  payloadType: fc.nat(127),
  marker: fc.boolean(),
  sequence: fc.nat(0xffff),
  timestamp: fc.nat(0xffff_ffff),
  ssrc: fc.nat(0xffff_ffff),
});
const bytes = fc.uint8Array({ maxLength: 200 });
const viewOf = (buffer: Uint8Array): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

describe('RTP packets', () => {
  it('are read by another implementation as they were written', () => {
    fc.assert(
      fc.property(header, bytes, (given, payload) => {
        const datagram = Buffer.concat([Buffer.alloc(rtpHeaderBytes), payload]);
        writeRtpHeader(datagram, given);
        const read = new RtpPacket(viewOf(datagram));
        expect({
          payloadType: read.getPayloadType(),
          marker: read.getMarker(),
          sequence: read.getSequenceNumber(),
          timestamp: read.getTimestamp(),
          ssrc: read.getSsrc(),
        }).toEqual(given);
        expect(
          Buffer.from(payload).equals(
            Buffer.from(
              new Uint8Array(read.getPayload().buffer, read.getPayload().byteOffset, read.getPayload().byteLength),
            ),
          ),
        ).toBe(true);
      }),
    );
  });

  it('of another implementation are read, with contributing sources, extensions and padding', () => {
    const options = fc.record({ isPadded: fc.boolean(), isExtended: fc.boolean() });
    const sources = fc.array(fc.nat(0xffff_ffff), { maxLength: 15 });
    fc.assert(
      fc.property(header, bytes, sources, options, (given, payload, csrcs, { isPadded, isExtended }) => {
        const built = new RtpPacket();
        built.setPayloadType(given.payloadType);
        built.setMarker(given.marker);
        built.setSequenceNumber(given.sequence);
        built.setTimestamp(given.timestamp);
        built.setSsrc(given.ssrc);
        built.setCsrcs(csrcs);
        built.setPayload(viewOf(Uint8Array.from(payload)));
        if (isExtended) {
          built.enableOneByteExtensions();
          built.setExtension(3, viewOf(Uint8Array.of(1, 2, 3, 4, 5)));
        }
        if (isPadded) built.padTo4Bytes();
        const view = built.getView();
        const datagram = Buffer.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
        const { payload: read, ...numbers } = parseRtp(datagram)!;
        expect(numbers).toEqual(given);
        expect(Buffer.from(payload).equals(read)).toBe(true);
        expect(measureRtpHeader(datagram)).toBe(12 + csrcs.length * 4 + (isExtended ? 12 : 0));
      }),
    );
  });

  it('are refused if a length contradicts the datagram, and no datagram throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (datagram) => {
        const read = parseRtp(Buffer.from(datagram));
        if (read) expect(read.payload.length).toBeLessThanOrEqual(datagram.length - rtpHeaderBytes);
      }),
      { numRuns: 2_000 },
    );
    const withFirst = (first: number, length: number): Buffer =>
      Buffer.concat([Buffer.of(first), Buffer.alloc(length - 1)]);
    // Another version, too short, sources that are not there, an extension that is not there, no or too much padding.
    expect(parseRtp(withFirst(0x40, 20))).toBeUndefined();
    expect(parseRtp(withFirst(0x80, 11))).toBeUndefined();
    expect(parseRtp(withFirst(0x8f, 71))).toBeUndefined();
    expect(parseRtp(withFirst(0x90, 15))).toBeUndefined();
    expect(parseRtp(withFirst(0xa0, 20))).toBeUndefined();
    expect(parseRtp(Buffer.concat([withFirst(0xa0, 19), Buffer.of(9)]))).toBeUndefined();
    expect(parseRtp(Buffer.concat([withFirst(0xa0, 19), Buffer.of(8)]))?.payload.length).toBe(0);
  });

  it('are distinguished from RTCP by their second byte', () => {
    const typed = (second: number): Buffer => Buffer.of(0x80, second);
    expect([200, 201, 202, 203].every((type) => isRtcp(typed(type)))).toBe(true);
    expect([0, 8, 13, 101, 128, 136, 229].some((type) => isRtcp(typed(type)))).toBe(false);
  });
});
