import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Binary } from 'mongodb';
import { open } from '../../../../shared/adapters/crypto/aead';
import { createFieldCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { createFileSeal } from '../../../../shared/adapters/crypto/file-seal';
import { createKeyWrapper } from '../../../../shared/adapters/crypto/key-wrapper';
import { createMasterKeys, deriveKey } from '../../../../shared/adapters/crypto/master-keys';
import { createStoredKeys } from '../../../../shared/adapters/crypto/stored-key';
import { createSecretBox } from '../../../../shared/adapters/crypto/secret-box';
import { openRange, plainSize } from '../../../../shared/adapters/crypto/sealed-file';

// cspell:ignoreRegExp /[\w+/=.-]{24,}/
/**
 * Values sealed by the code of commit 658a214, which had four framings of its own and wrapped keys with a raw AES
 * keyring of the AWS Encryption SDK. Databases and buckets hold such values: never change a constant here.
 */
const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const deriveFromSecret = (purpose: string): Promise<Buffer> => Promise.resolve(deriveKey(key(2), purpose));
const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

describe('a value sealed by an earlier version stays readable', () => {
  it.each([
    ['PhoneNumber', '+14155550123', 'AQDXa2fHcpXsgiDjI8DIC2W8vy2fpR4wP6kW1ofz81MDk8O4CYb/5uo='],
    ['Data', '', 'AY/y1eCXSRYNey41m6vjT2q78cbGufmQ5TDKRJE='],
    ['ContactName', 'Zoë 電話', 'AWwP8+aBMW1BIzEnCnSROLyYWRAS1aMRMa+IHqW+nx8AyXqU2kcIcg=='],
    ['call_1/Messages', 'Hello', 'Ab1k4pbcc6K+41sOUmUGRGTZLYkGJoWhMJbu4pnlVwjJPA=='],
  ])('as the field %s', (field, text, sealed) => {
    expect(createFieldCipher('job_1', { key: key(1) }).open(new Binary(fromBase64(sealed)), field)).toBe(text);
  });

  it.each([
    'v1.YREHNaWvIplOjc5KT1li0RoFGJrn63kdo6f68uQoHNHn8vpV8Q',
    // Since each secret has a key of its own.
    'v2.rnVJyJxAWSBITllZMKgjrSXGDubS0UhcKfgUNE3XzCBRLvWosw',
  ])('as a secret of a webhook: %s', async (sealed) => {
    expect(await createSecretBox(deriveFromSecret).open(sealed, 'webhook_1/secret')).toBe('whsec_abc');
  });

  it.each([
    ['PhoneNumber\n+14155550123\n', 'AT+FoGqgf3kGIqlX4rE8Yst646MNgxHgj8Ndi8+X/qqElUawb7d8Gt5Flh8t+CBWUwIMa53a'],
    ['', 'AezecJqq0TtBRVIP5gt4FOx+1idW4UIY7VGuJI0='],
  ])('as an import file: %j', async (text, sealed) => {
    expect((await createFileSeal(deriveFromSecret).open('import_1', fromBase64(sealed))).toString()).toBe(text);
  });

  const sealing = { key: key(5), aad: 'call_1/input.mp3' };
  /** Reads a range of a sealed recording of the given size, of which `stored` holds the chunks of that range. */
  const readRecording = async (
    stored: Buffer,
    sealedBytes: number,
    range: { start: number; end: number },
  ): Promise<string> => {
    const source = { sealedBytes, read: () => Promise.resolve(Readable.from([stored])) };
    return (await buffer(Readable.from(openRange(sealing, source, range)))).toString();
  };

  it.each([
    ['an MP3', 'T1VURFNFQQEVFzo36W0ppHgs96FqovaXSR6WOdCIbg2K584c8DH8wjFN'],
    ['', 'T1VURFNFQQHLGj7kyzSjluuZ5vXvymN7SSThMwrANk8rWBUQ'],
  ])('as a recording: %j', async (text, sealed) => {
    const bytes = fromBase64(sealed);
    expect(plainSize(bytes.length)).toBe(text.length);
    const range = { start: 0, end: text.length - 1 };
    expect(await readRecording(bytes.subarray(8), bytes.length, range)).toBe(text);
  });

  it('as one chunk of a recording of two', async () => {
    const [first, last] = [
      'pooTXd5MMXgQs2sZ4mPQshLV6Ji6R8kGn4Cw1HryoO87yKtHFw==',
      'VHyKbmjoJthekrYZbPIU9Z5vH1Iix+1MKLBRkAqXYCSKHEE=',
    ].map(fromBase64);
    const sealedBytes = 8 + 65_536 + 28 + last!.length;
    expect(await readRecording(first!, sealedBytes, { start: 0, end: 8 })).toBe('the start');
    expect(await readRecording(last!, sealedBytes, { start: 65_536, end: 65_542 })).toBe('the end');
  });

  it('as a block of spooled audio', () => {
    const sealed = fromBase64('hBoO6YTbF89cBFOXTBB8Qao23TPScXJFvv+mopo7iBGC');
    expect(open(key(5), Buffer.from([1, 2, 3]), sealed).toString()).toBe('block');
  });

  it.each([
    [
      'job_1',
      9,
      'outdial.QVRNUG0yWjZ0TTAAAACAAAAADNgVqGgtxgaxli4E8g.cpx71C-OxmG_P319JuCpYoaHsdOpVvE2QK4kUMW85WpAsDcux_PP73DPEyxSN0Po',
    ],
    [
      'jöb_電',
      9,
      'outdial.QVRNUG0yWjZ0TTAAAACAAAAADIHlV9IsgLIPEckaBA.R4mxGEQItdWDWhmxyle_v4NnlWF1HS5xj_UgWN7KqKAa8ZsktPF7IErBOpcg1yov',
    ],
    [
      'service',
      8,
      'outdial.QVRNUG0yWjZ0TTAAAACAAAAADH6QbHu0S8pB8ooL1A.Cd2sp1Gu_iORqYPyrINMCGYZ4j2KalLexRNqmYosxmc9LpZ_C-G7MfKS2GHsk2xs',
    ],
  ])('as the wrapped key of %s', async (context, fill, wrapped) => {
    const wrapper = createKeyWrapper(createMasterKeys({ OUTDIAL_MASTER_KEY: key(3).toString('base64') }));
    expect(await wrapper.unwrap(wrapped, context)).toEqual(key(fill));
    expect(wrapper.isCurrent(wrapped)).toBe(true);
  });

  const storedKeys = (requireBound = false) =>
    createStoredKeys(
      createKeyWrapper(createMasterKeys({ OUTDIAL_MASTER_KEY: key(3).toString('base64') })),
      requireBound,
    );
  const owner = { jobId: 'job_1', orgId: 'org_1' };
  const stranger = { jobId: 'job_1', orgId: 'org_2' };

  it('as the key of a job that is bound to no organization', async () => {
    const stored =
      'outdial.QVRNUG0yWjZ0TTAAAACAAAAADNgVqGgtxgaxli4E8g.cpx71C-OxmG_P319JuCpYoaHsdOpVvE2QK4kUMW85WpAsDcux_PP73DPEyxSN0Po';
    const opened = { key: key(9), sealsFiles: true, holdsClear: true };
    expect(await storedKeys().unwrap(stored, owner)).toEqual(opened);
    expect(await storedKeys().unwrap(stored, stranger)).toEqual(opened);
    await expect(storedKeys(true).unwrap(stored, owner)).rejects.toThrow('bound to no organization');
  });

  // Values of the first version that bound keys to organizations.
  it.each([
    [
      { sealsFiles: true, holdsClear: false },
      'v2:outdial.QVRNUG0yWjZ0TTAAAACAAAAADLBSKKxg6fnerQXAvQ.XRczFcSFv3ajqWIBT5AWW3oC9uZUwnJvnicysEFMW-20RKVJuWCAaGaEOCrdA-E5',
    ],
    [
      { sealsFiles: true, holdsClear: true },
      'v2r:outdial.QVRNUG0yWjZ0TTAAAACAAAAADMggwKTv6hMg88MSAg.pQq6fssl1CJV-GAnHB5gT22L9DoLgv-tqUbh6F-YA_asQ_osRTpGZ9eCnD60qk2m',
    ],
    [
      { sealsFiles: false, holdsClear: true },
      'v2t:outdial.QVRNUG0yWjZ0TTAAAACAAAAADGcKrtEqRve3-gixvA.ZOiJu7ejb1vsxUikZisP0sRFv8RCxG2FsYuaREnWRoRXHjWx58MIZwQLQYpde84L',
    ],
  ])('as the key of a job that is bound to its organization: %j', async (vouched, stored) => {
    expect(await storedKeys().unwrap(stored, owner)).toEqual({ key: key(9), ...vouched });
    await expect(storedKeys().unwrap(stored, stranger)).rejects.toThrow('does not open');
    for (const version of ['', 'v2:', 'v2r:', 'v2t:', 'v2rc:', 'v2tc:'].filter(
      (other) => !stored.startsWith(other) || other === '',
    )) {
      const changed = stored.replace(/^v2[rtc]*:/, version);
      await expect(storedKeys().unwrap(changed, owner)).rejects.toThrow('does not open');
    }
  });

  it('as the proof that a test job is stored in clear', async () => {
    const proof =
      'outdial.QVRNUG0yWjZ0TTAAAACAAAAADByfrmxwsIU3m95ndQ.J8g5E2ZpGRJUhYVaxfvlzYyswG0PmySyjZeees64YFD2qUCv7ePHEL4vxS42bo37';
    await storedKeys().verifyClear(proof, owner);
    await expect(storedKeys().verifyClear(proof, stranger)).rejects.toThrow('does not open');
    await expect(storedKeys().unwrap(proof, owner)).rejects.toThrow('does not open');
  });
});
