// Imports a CSV file: checks it first, uploads it once, follows it to its end, and prints what became of each wrong row.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutdialClient, OutdialError } from '@outdial/client';

const { OUTDIAL_URL: baseUrl, OUTDIAL_API_KEY: apiKey, OUTDIAL_CAMPAIGN: campaign = 'campaign_demo' } = process.env;
const [path] = process.argv.slice(2);
if (!baseUrl || !apiKey || !path) {
  console.error('Usage: OUTDIAL_URL=… OUTDIAL_API_KEY=… [OUTDIAL_CAMPAIGN=…] node import.mjs FILE.csv');
  process.exit(2);
}
const outdial = createOutdialClient({ baseUrl, apiKey });
const content = await readFile(path);
const file = { name: basename(path), content };
const show = ({ Row, Column, Detail }) => console.error(`  row ${Row}${Column && `, ${Column}`}: ${Detail}`);

/** @returns the exit code */
async function importFile() {
  // Nothing is created yet. The answer also says when the calls would be made.
  const checked = await outdial.imports.dryRun(campaign, file);
  console.log(`${checked.Rows} rows, ${checked.RowsInvalid} invalid, ${checked.RowsSuppressed} suppressed.`);
  if (checked.RowsInvalid > 0) {
    checked.Errors.forEach(show);
    return 1;
  }
  // The same file twice within 24 hours is the same import, also after a crash of this program.
  const hash = createHash('sha256').update(campaign).update(content).digest('hex');
  const onDuplicate = 'skip';
  const { ImportID } = await outdial.imports.create(campaign, file, { onDuplicate, idempotencyKey: `csv-${hash}` });
  console.log(`Import ${ImportID}`);
  let current;
  do {
    await sleep(current === undefined ? 0 : 500);
    current = await outdial.imports.get(ImportID);
  } while (current.State === 'running');
  console.log(`${current.State}: ${current.JobsCreated} jobs created, ${current.RowsSkipped} rows skipped.`);
  if (current.FailureMessage) console.error(current.FailureMessage);
  for await (const error of outdial.imports.allErrors(ImportID)) show(error);
  return current.State === 'completed' ? 0 : 1;
}

try {
  process.exitCode = await importFile();
} catch (error) {
  if (!(error instanceof OutdialError)) throw error;
  console.error(`${error.status} ${error.code}: ${error.detail}`);
  error.errors?.forEach((problem) => console.error(`  ${JSON.stringify(problem)}`));
  process.exitCode = 1;
}
