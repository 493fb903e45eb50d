import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { alaw, mulaw } from '../../../../shared/domain/audio/g711';
import { pcmOf, samplesOf } from '../../../../shared/domain/audio/pcm';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const everySample = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768);
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Digests of what another implementation returns: `audioop` of Python 3.11, for example
 * `sha256(audioop.ulaw2lin(bytes(range(256)), 2))` and `sha256(audioop.lin2alaw(struct.pack('<65536h', *range(-32768, 32768)), 2))`.
 */
const audioop = {
  mulawDecoded: '3dab54339e520bb2c924826e3b72a917a2b612e9fd12fc867500f1d983a75827',
  alawDecoded: 'e04788d110e58ff8c70c93b8480190d973e3b67876b6119abbaec766cc75c174',
  alawEncoded: '38488f6fd710f4686360edc4d38639f96c491595ef93f8eb8d62d5e07ca6ce7b',
  /** Of the samples from 0 on: `audioop` drops two bits of a negative sample first, which moves -1 to -8. */
  mulawEncodedFromZero: '912062bf9c931c7ebc1dc1fd1d74faf0cfefcd47e8408a3ed4d07aa59f0f1c20',
};

describe('G.711', () => {
  it('decodes every byte as another implementation does', () => {
    expect(digest(pcmOf(mulaw.decode(everyByte)))).toBe(audioop.mulawDecoded);
    expect(digest(pcmOf(alaw.decode(everyByte)))).toBe(audioop.alawDecoded);
  });

  it('encodes every sample as another implementation does', () => {
    expect(digest(alaw.encode(everySample))).toBe(audioop.alawEncoded);
    expect(digest(mulaw.encode(everySample.subarray(32_768)))).toBe(audioop.mulawEncodedFromZero);
  });

  it('encodes a negative sample as the positive one with the other sign', () => {
    for (const codec of [mulaw, alaw]) {
      const codes = codec.encode(everySample);
      const signs = new Set(Array.from({ length: 32_768 }, (_, x) => codes[32_768 + x]! ^ codes[32_767 - x]!));
      expect([...signs]).toEqual([0x80]);
    }
  });

  it.each([
    ['mu-law', mulaw],
    ['A-law', alaw],
  ])('changes nothing the second time, and keeps the order of samples: %s', (_, codec) => {
    const decoded = codec.decode(codec.encode(everySample));
    expect(codec.decode(codec.encode(decoded))).toEqual(decoded);
    expect(decoded.every((value, i) => i === 0 || value >= decoded[i - 1]!)).toBe(true);
  });

  it('encodes silence as the codes that equipment expects', () => {
    expect([mulaw.silence, alaw.silence]).toEqual([0xff, 0xd5]);
  });
});

describe('PCM', () => {
  it('is little-endian, at any offset in memory', () => {
    fc.assert(
      fc.property(fc.int16Array(), fc.nat(3), (samples, offset) => {
        const bytes = Buffer.alloc(offset + samples.length * 2);
        samples.forEach((sample, i) => bytes.writeInt16LE(sample, offset + 2 * i));
        expect(samplesOf(bytes.subarray(offset))).toEqual(samples);
        expect(pcmOf(samples)).toEqual(bytes.subarray(offset));
      }),
    );
  });

  it('is refused if a sample is incomplete', () => {
    expect(() => samplesOf(Buffer.alloc(641))).toThrow('16-bit PCM has an even number of bytes, not 641.');
  });
});
