import { createRowJudge, type RowJudge } from '../../shared/contracts/import-row';
import type { ImportFormat } from '../../shared/domain/import/import';
import { openRows, readRows } from '../../shared/domain/import/read-rows';
import { asCsv, asNdjson, contacts } from './rows';

/** Reads and judges a file in the worker's slices. @returns the longest slice in ms */
function work(format: ImportFormat, text: string, judge: RowJudge): number {
  const file = openRows(format, text);
  if ('problems' in file) throw new Error('The header is good.');
  let longest = 0;
  for (let cursor = file.start; ;) {
    const begin = performance.now();
    const read = readRows(file, cursor, { rows: 250, characters: 256 * 1024 });
    if (read.rows.map(judge).some(({ kind }) => kind === 'bad')) throw new Error('Every row is good.');
    longest = Math.max(longest, performance.now() - begin);
    cursor = read.cursor;
    if (read.done) return longest;
  }
}

function timed(act: () => void): number {
  const begin = performance.now();
  act();
  return performance.now() - begin;
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Rounds alternate, so that a neighbour on the machine slows all of them down alike. */
export async function measureParsing(count: number): Promise<void> {
  const judge = await createRowJudge({
    campaign: { Name: 'Bench', DefaultCallerID: '+14155550100' },
    integrationProblems: () => [],
    loadZones: () => Promise.resolve(() => []),
  });
  const rows = contacts(count);
  // As they come from a file: flat strings of one byte a character.
  const [ndjson, csv] = [asNdjson(rows), asCsv(rows)].map((text) => Buffer.from(text).toString()) as [string, string];
  const times: { json: number[]; ndjson: number[]; csv: number[] } = { json: [], ndjson: [], csv: [] };
  let longest = Infinity;
  for (let round = 0; round < 15; round++) {
    times.json.push(timed(() => ndjson.split('\n').forEach((line) => void JSON.parse(line))));
    times.ndjson.push(timed(() => work('ndjson', ndjson, judge)));
    times.csv.push(timed(() => (longest = Math.min(longest, work('csv', csv, judge)))));
  }
  const json = median(times.json);
  console.log(
    `rows ${count}, NDJSON ${(ndjson.length / 2 ** 20).toFixed(1)} MB, CSV ${(csv.length / 2 ** 20).toFixed(1)} MB`,
  );
  console.log(`JSON.parse a line              ${json.toFixed(0)} ms`);
  for (const format of ['ndjson', 'csv'] as const) {
    const time = median(times[format]);
    console.log(
      `${format.padEnd(6)} read and judged         ${time.toFixed(0)} ms, speed ${(json / time).toFixed(2)} of JSON.parse (target 0.4)`,
    );
  }
  console.log(`longest slice in the best round ${longest.toFixed(1)} ms`);
}
