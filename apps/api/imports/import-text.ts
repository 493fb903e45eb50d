import { isUtf8 } from 'node:buffer';
import type { ImportFormat } from '../../../shared/domain/import/import';

/** The decoded text, or the reason why decoding failed. */
export type DecodedText = { text: string } | { problem: string };

const startsWith = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, index) => bytes[index] === byte);

/**
 * Decodes an uploaded file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets save "Unicode text". Any other
 * encoding is rejected, since a wrong guess would corrupt names in every job. The mark is not part of the text.
 */
export function decodeImport(bytes: Buffer): DecodedText {
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16('utf-16le', bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16('utf-16be', bytes);
  if (!isUtf8(bytes)) {
    return { problem: 'The file is not valid UTF-8. Save it as "CSV UTF-8" (or NDJSON in UTF-8) and upload it again.' };
  }
  const text = (startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes).toString();
  // UTF-16 without a mark is usually valid UTF-8, with every other character NUL.
  if (text.slice(0, 200).includes('\0')) return { problem: 'The file contains NUL characters. Save it as UTF-8.' };
  return { text };
}

function decodeUtf16(encoding: 'utf-16le' | 'utf-16be', bytes: Buffer): DecodedText {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return {
      problem:
        'The file starts with a UTF-16 byte order mark but is not valid UTF-16. Save it as UTF-8 and upload it again.',
    };
  }
}

const csvTypes = new Set(['text/csv', 'application/csv', 'text/x-csv', 'application/vnd.ms-excel']);
const ndjsonTypes = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/jsonlines',
]);
/** Generic content types that many programs send; the file name decides. */
const silentTypes = new Set(['', 'text/plain', 'application/octet-stream', 'binary/octet-stream', 'application/json']);

/** Detects the format of an upload by its content type, or else its file name. @returns `undefined` if unknown */
export function detectFormat(upload: { contentType: string; fileName: string }): ImportFormat | undefined {
  const type = (upload.contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (csvTypes.has(type)) return 'csv';
  if (ndjsonTypes.has(type)) return 'ndjson';
  if (!silentTypes.has(type)) return undefined;
  if (/\.csv$/i.test(upload.fileName)) return 'csv';
  return /\.(ndjson|jsonl)$/i.test(upload.fileName) ? 'ndjson' : undefined;
}
