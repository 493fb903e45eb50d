/**
 * `npm run fuzz -- SECONDS [--seed N]` fuzzes the API that the command line would find: `npm start` of this checkout, or OUTDIAL_URL with
 * OUTDIAL_API_KEY. Exit code 0 when nothing was found.
 */
import { parseArgs } from 'node:util';
import { readEnvironment, resolveSettings } from '../../../apps/cli/settings';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { FindingsError, fuzz, obtainSchemathesis } from './schemathesis';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
  const [seconds, seed] = [Number(positionals[0] ?? 60), Number(values.seed ?? 1)];
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('Expected a number of seconds.');
  const tools = { cache: createCache(), supervisor: createSupervisor(), env: process.env };
  const { url, key } = resolveSettings({}, readEnvironment());
  const program = await obtainSchemathesis(tools);
  await fuzz(program, tools, { url, key, seconds, seed, onLine: (line) => console.log(line) });
}

main().catch((error: unknown) => {
  // Findings were printed as they came.
  if (!(error instanceof FindingsError)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
