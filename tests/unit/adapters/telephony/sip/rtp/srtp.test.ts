import { createCipheriv, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { writeRtpHeader } from '../../../../../../shared/adapters/telephony/sip/rtp/packet';
import { createSrtpReceiver, createSrtpSender } from '../../../../../../shared/adapters/telephony/sip/rtp/srtp';
import { createPacketCipher } from '../../../../../../shared/adapters/telephony/sip/rtp/srtp-cipher';
import { deriveSessionKeys } from '../../../../../../shared/adapters/telephony/sip/rtp/srtp-keys';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const key = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');
const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;

/** A packet in a buffer with room for its tag. */
function packetOf(sequence: number, payload: Uint8Array, ssrc = 0xcafebabe): { buffer: Buffer; length: number } {
  const buffer = Buffer.alloc(12 + payload.length + 14);
  writeRtpHeader(buffer, { payloadType: 0, marker: false, sequence, timestamp: sequence * 160, ssrc });
  buffer.set(payload, 12);
  return { buffer, length: 12 + payload.length };
}
const seal = (
  sender: ReturnType<typeof createSrtpSender>,
  { buffer, length }: { buffer: Buffer; length: number },
): Buffer => Buffer.from(buffer.subarray(0, sender.protect(buffer, length)));

/** SRTP written down once more, for one packet, as the RFC describes it and with another mode of the cipher. */
function protectByTheBook(packet: Buffer, rollovers: number, tagBytes: number): Buffer {
  const { encryption, authentication, salt } = deriveSessionKeys(key, 'rtp');
  const index = BigInt(rollovers) * 65_536n + BigInt(packet.readUInt16BE(2));
  const iv = (BigInt(`0x${salt.toString('hex')}`) << 16n) ^ (BigInt(packet.readUInt32BE(8)) << 64n) ^ (index << 16n);
  const cipher = createCipheriv('aes-128-ctr', encryption, hex(iv.toString(16).padStart(32, '0')));
  const encrypted = Buffer.concat([packet.subarray(0, 12), cipher.update(packet.subarray(12))]);
  const roc = Buffer.alloc(4);
  roc.writeUInt32BE(rollovers);
  const tag = createHmac('sha1', authentication).update(encrypted).update(roc).digest();
  return Buffer.concat([encrypted, tag.subarray(0, tagBytes)]);
}

describe('the keys of SRTP', () => {
  it('are those of RFC 3711, appendix B.3', () => {
    const keys = deriveSessionKeys(key, 'rtp');
    expect(keys.encryption.toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
    expect(keys.salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
    expect(keys.authentication.export().toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
  });

  it('of RTCP are others', () => {
    expect(deriveSessionKeys(key, 'rtcp').encryption.equals(deriveSessionKeys(key, 'rtp').encryption)).toBe(false);
  });

  it('need 30 bytes', () => {
    expect(() => deriveSessionKeys(Buffer.alloc(29), 'rtp')).toThrow('has 30 bytes, not 29');
  });
});

describe('the cipher of SRTP', () => {
  it('makes the key stream of RFC 3711, appendix B.2', () => {
    const keys = {
      ...deriveSessionKeys(key, 'rtp'),
      encryption: hex('2B7E151628AED2A6ABF7158809CF4F3C'),
      salt: hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'),
    };
    const stream = Buffer.alloc(48);
    createPacketCipher(keys).apply(stream, 0, 48, { ssrc: 0, high: 0, low: 0 });
    expect(stream.toString('hex').toUpperCase()).toBe(
      'E03EAD0935C95E80E166B16DD92B4EB4D23513162B02D0F72A43A2FE4A5F97AB41E95B3BB0A2E8DD477901E4FCA894C0',
    );
  });
});

describe('SRTP', () => {
  it('gives the packet that libsrtp gives', () => {
    const plain = hex(`800f1234decafbadcafebabe ${'ab'.repeat(16)}`);
    const buffer = Buffer.concat([plain, Buffer.alloc(14)]);
    const length = createSrtpSender({ suite: suites[0], key }).protect(buffer, plain.length);
    const expected = '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb';
    expect(buffer.toString('hex', 0, length)).toBe(expected);
    expect(createSrtpReceiver({ suite: suites[0], key }).unprotect(hex(expected))?.equals(plain)).toBe(true);
  });

  it('gives the RTCP datagram that libsrtp gives', () => {
    const plain = hex(`81c8000bcafebabe ${'ab'.repeat(16)}`);
    const buffer = Buffer.concat([plain, Buffer.alloc(14)]);
    const sender = createSrtpSender({ suite: suites[0], key });
    // The first index of libsrtp is 1.
    sender.protectRtcp(Buffer.from(buffer), plain.length);
    const length = sender.protectRtcp(buffer, plain.length);
    const expected = '81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798';
    expect(buffer.toString('hex', 0, length)).toBe(expected);
    expect(createSrtpReceiver({ suite: suites[1], key }).unprotectRtcp(hex(expected))?.equals(plain)).toBe(true);
  });

  it.each(suites)('with %s encrypts every packet as the RFC describes it, across rollovers', (suite) => {
    const sender = createSrtpSender({ suite, key });
    const payloads = fc.array(fc.uint8Array({ maxLength: 500 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(payloads, fc.nat(0xffff_ffff), (all, ssrc) => {
        all.forEach((payload, n) => {
          const sequence = (0xfff0 + n) & 0xffff;
          const packet = packetOf(sequence, payload, ssrc);
          const plain = Buffer.from(packet.buffer.subarray(0, packet.length));
          const expected = protectByTheBook(plain, n < 16 ? 0 : 1, suite.endsWith('80') ? 10 : 4);
          expect(seal(sender, packet).equals(expected)).toBe(true);
        });
        // The next stream has another number.
        seal(sender, packetOf(0, Buffer.alloc(0), (ssrc + 1) >>> 0));
      }),
      { numRuns: 20 },
    );
  });

  it.each(suites)('with %s decrypts what arrives in another order, across rollovers, and each packet once', (suite) => {
    const count = 200;
    const order = fc.array(fc.nat(60), { minLength: count, maxLength: count });
    fc.assert(
      fc.property(order, fc.integer({ min: 0xfe00, max: 0xffff }), (delays, first) => {
        const sender = createSrtpSender({ suite, key });
        const receiver = createSrtpReceiver({ suite, key });
        const arrivals = delays
          .map((delay, n) => ({
            at: n === 0 ? -1 : n + delay,
            payload: n,
            sealed: seal(sender, packetOf((first + n) & 0xffff, Buffer.from(`${n}`))),
          }))
          .sort((one, other) => one.at - other.at);
        for (const { payload, sealed } of arrivals) {
          expect(receiver.unprotect(Buffer.from(sealed))?.toString('latin1', 12)).toBe(`${payload}`);
          expect(receiver.unprotect(Buffer.from(sealed))).toBeUndefined();
        }
      }),
      { numRuns: 8 },
    );
  });

  it.each(suites)(
    'with %s refuses a packet that was changed, anywhere, and takes the right one afterwards',
    (suite) => {
      const sealed = seal(createSrtpSender({ suite, key }), packetOf(7, Buffer.from('audio')));
      fc.assert(
        fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
          const receiver = createSrtpReceiver({ suite, key });
          const changed = Buffer.from(sealed);
          changed[at] = changed[at]! ^ change;
          expect(receiver.unprotect(changed)).toBeUndefined();
          expect(receiver.unprotect(Buffer.from(sealed))?.toString('latin1', 12)).toBe('audio');
        }),
      );
    },
  );

  it('counts the rollovers of each stream', () => {
    const sender = { 1: createSrtpSender({ suite: suites[0], key }), 2: createSrtpSender({ suite: suites[0], key }) };
    const receiver = createSrtpReceiver({ suite: suites[0], key });
    for (let n = 0; n < 10; n++) {
      for (const ssrc of [1, 2] as const) {
        const sealed = seal(sender[ssrc], packetOf((0xfffb + n) & 0xffff, Buffer.of(n), ssrc));
        expect(receiver.unprotect(sealed)?.[12]).toBe(n);
      }
    }
  });

  it('refuses what is older than it remembers, and what another key encrypted', () => {
    const sender = createSrtpSender({ suite: suites[0], key });
    const sealed = Array.from({ length: 300 }, (_, n) => seal(sender, packetOf(n, Buffer.of(1))));
    const receiver = createSrtpReceiver({ suite: suites[0], key });
    expect(receiver.unprotect(Buffer.from(sealed[299]!))).toBeDefined();
    expect(receiver.unprotect(Buffer.from(sealed[0]!))).toBeUndefined();
    expect(receiver.unprotect(Buffer.from(sealed[100]!))).toBeDefined();
    const other = createSrtpReceiver({ suite: suites[0], key: Buffer.alloc(30, 1) });
    expect(other.unprotect(Buffer.from(sealed[299]!))).toBeUndefined();
  });

  it('never throws, whatever arrives', () => {
    const receiver = createSrtpReceiver({ suite: suites[0], key });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000, size: 'max' }), (datagram) => {
        expect(receiver.unprotect(Buffer.from(datagram))).toBeUndefined();
        expect(receiver.unprotectRtcp(Buffer.from(datagram))).toBeUndefined();
      }),
    );
  });

  it('refuses RTCP that was changed, repeated, or sent without encryption', () => {
    const plain = hex(`81c8000bcafebabe ${'ab'.repeat(8)}`);
    const sender = createSrtpSender({ suite: suites[0], key });
    const buffer = Buffer.concat([plain, Buffer.alloc(14)]);
    const sealed = Buffer.from(buffer.subarray(0, sender.protectRtcp(buffer, plain.length)));
    const receiver = createSrtpReceiver({ suite: suites[0], key });
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 0x80;
      expect(receiver.unprotectRtcp(changed)).toBeUndefined();
    }
    expect(receiver.unprotectRtcp(Buffer.from(sealed))?.equals(plain)).toBe(true);
    expect(receiver.unprotectRtcp(Buffer.from(sealed))).toBeUndefined();
    const bare = Buffer.concat([plain, Buffer.alloc(4), Buffer.alloc(10)]);
    const { authentication } = deriveSessionKeys(key, 'rtcp');
    createHmac('sha1', authentication)
      .update(bare.subarray(0, -10))
      .digest()
      .copy(bare, bare.length - 10, 0, 10);
    expect(receiver.unprotectRtcp(bare)).toBeUndefined();
  });
});
