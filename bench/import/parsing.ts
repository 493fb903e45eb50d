import type { Measured } from '../report';
import { rowShape } from '../../shared/contracts/import-row';
import { createRowValidator, type RowValidator } from '../../shared/domain/import/validate-row';
import { loadNumberFacts } from '../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../shared/adapters/numbers/read-number';
import { openPolicy } from '../../shared/domain/organization/policy';
import type { ImportFormat } from '../../shared/domain/import/import';
import { batchLimits, openRows, readRows } from '../../shared/domain/import/read-rows';
import { toCsv, toNdjson, createContacts } from './rows';

/** Reads and validates a file in the worker's batches. @returns the duration of the longest batch in ms */
function validateFile(format: ImportFormat, text: string, validate: RowValidator): number {
  const file = openRows(format, text);
  if ('problems' in file) throw new Error('The header is valid.');
  let longestMs = 0;
  for (let cursor = file.start; ;) {
    const begin = performance.now();
    const read = readRows(file, cursor, batchLimits);
    if (read.rows.map(validate).some(({ kind }) => kind === 'invalid')) throw new Error('Every row is valid.');
    longestMs = Math.max(longestMs, performance.now() - begin);
    cursor = read.cursor;
    if (read.done) return longestMs;
  }
}

function measureMs(run: () => void): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Rounds alternate, so that other load on the machine slows all of them equally. */
export async function measureParsing(count: number): Promise<Measured[]> {
  const validate = await createRowValidator({
    policy: openPolicy,
    hasCeilings: false,
    loadNumberFacts,
    loadNumberReader,
    shape: rowShape,
    campaign: { Name: 'Bench', DefaultCallerID: '+14155550100' },
    validateOverrides: () => [],
    loadZones: () => Promise.resolve(() => []),
    nowMs: Date.now(),
  });
  const rows = createContacts(count);
  // As read from a file: flat strings with one byte per character.
  const [ndjson, csv] = [toNdjson(rows), toCsv(rows)].map((text) => Buffer.from(text).toString()) as [string, string];
  const times: { json: number[]; ndjson: number[]; csv: number[] } = { json: [], ndjson: [], csv: [] };
  let longestMs = Infinity;
  for (let round = 0; round < 15; round++) {
    times.json.push(measureMs(() => ndjson.split('\n').forEach((line) => void JSON.parse(line))));
    times.ndjson.push(measureMs(() => validateFile('ndjson', ndjson, validate)));
    times.csv.push(measureMs(() => (longestMs = Math.min(longestMs, validateFile('csv', csv, validate)))));
  }
  const json = median(times.json);
  const sizes = { ndjson: ndjson.length, csv: csv.length };
  const lines = (['ndjson', 'csv'] as const).map((format): Measured => ({
    what: `speed of reading and validating ${format} ÷ JSON.parse per line`,
    value: json / median(times[format]),
    target: { atLeast: 0.4 },
    detail: `${count} rows, ${(sizes[format] / 2 ** 20).toFixed(1)} MB: ${json.toFixed(0)} ms ÷ ${median(times[format]).toFixed(0)} ms`,
  }));
  return [...lines, { what: 'longest batch in the best round, ms', value: longestMs, detail: '' }];
}
