import { createFileSeal } from '../../../../shared/adapters/crypto/file-seal';
import { keySource } from '../../../support/master-keys';
import { decodeImport, detectFormat } from '../../../../apps/api/imports/import-text';

describe('an uploaded file', () => {
  const text = 'ContactName\nJürgen 😀';
  const swapped = Buffer.from(text, 'utf16le').swap16();
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 little endian', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['UTF-16 big endian', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
  ])('is decoded from %s', (_name, bytes) => {
    expect(decodeImport(bytes)).toEqual({ text });
  });

  it.each([
    ['text/csv; charset=utf-8', 'x', 'csv'],
    ['application/vnd.ms-excel', 'a.csv', 'csv'],
    ['application/x-ndjson', 'a.csv', 'ndjson'],
    ['application/octet-stream', 'A.CSV', 'csv'],
    ['', 'a.jsonl', 'ndjson'],
    ['text/plain', 'a.txt', undefined],
    ['application/pdf', 'a.csv', undefined],
  ])('of type "%s" named "%s" is %s', (contentType, fileName, format) => {
    expect(detectFormat({ contentType, fileName })).toBe(format);
  });
});

describe('a sealed file', () => {
  const seal = createFileSeal(keySource(1));
  const content = Buffer.from('+14155550123');
  it('can be decrypted for its own import only, unchanged, with the same master key', async () => {
    const sealed = await seal.seal('import_1', content);
    expect(sealed.includes(content)).toBe(false);
    expect(await seal.open('import_1', sealed)).toEqual(content);
    await expect(seal.open('import_2', sealed)).rejects.toThrow('does not open');
    await expect(createFileSeal(keySource(2)).open('import_1', sealed)).rejects.toThrow('does not open');
    sealed[sealed.length - 1]! ^= 1;
    await expect(seal.open('import_1', sealed)).rejects.toThrow('does not open');
    await expect(seal.open('import_1', Buffer.from('plain'))).rejects.toThrow('not sealed');
  });
  it('has different bytes every time it is sealed', async () => {
    expect(await seal.seal('a', content)).not.toEqual(await seal.seal('a', content));
  });
});
