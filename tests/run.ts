/**
 * `npm test`: every project of jest in one run, on servers and a build that are made once. It leaves out the suites of `suites.ts` whose
 * subject has not changed; `npm run test:full` leaves out none. At the end come the slowest files, the seconds of each project and the totals.
 * `npm test -- ARGS` passes ARGS to jest instead: `npm test -- tests/unit/tidy.test.ts`, `npm test -- --selectProjects faults`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { timeoutFactor } from './support/jest/timeouts.cjs';
import { createReport, type JestResult } from './support/report';
import { startSharedServers } from './support/servers';
import { isFullSize } from './support/sizes';
import { changedFiles, heavySuites, suitesToSkip } from './suites';

const root = resolve(__dirname, '..');
/** With a larger young generation, V8 collects garbage less often: a twelfth of the time of the tests. Jest passes the option on. */
const jest = ['--max-semi-space-size=64', require.resolve('jest/bin/jest')];
/** Processes of jest. Many tests mostly wait, so there may be more of them than there are cores. */
const workers = availableParallelism() + 2;

/** Resolves with jest's exit code. */
const runJest = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [...jest, ...args], { cwd: root, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (signal !== null) console.error(`jest was ended by ${signal}.`);
      done(code ?? 1);
    });
  });

/** `undefined` when jest ended before it could report. */
function readResult(file: string): JestResult | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestResult;
  } catch {
    return undefined;
  }
}

/** Says what is left out, and why. @returns jest's arguments for it */
function leaveOut(): string[] {
  if (isFullSize) return [];
  const skipped = suitesToSkip(heavySuites, changedFiles(root));
  if (skipped.length === 0) return [];
  console.log('Left to `npm run test:full`, because nothing that they are about has changed:');
  for (const { tests } of skipped) console.log(`  tests/${tests}`);
  return ['--testPathIgnorePatterns', '/node_modules/', ...skipped.map(({ tests }) => `/tests/${tests}`)];
}

async function runAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-results-'));
  const outputFile = join(folder, 'jest.json');
  const startedMs = performance.now();
  let code = 1;
  let servers: Awaited<ReturnType<typeof startSharedServers>> | undefined;
  try {
    console.log(`Deadlines are multiplied by ${timeoutFactor()}, by the speed of this machine now.`);
    const left = leaveOut();
    servers = await startSharedServers();
    const args = [`--maxWorkers=${workers}`, '--json', `--outputFile=${outputFile}`, ...left];
    code = await runJest(args, { ...process.env, ...servers.env });
  } catch (error) {
    console.error(error);
  } finally {
    await servers?.stop();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const { text, failed } = createReport({ code, seconds, jest: readResult(outputFile) }, root);
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${text}`);
  return failed ? 1 : 0;
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  return args.length > 0 ? runJest(args, process.env) : runAll();
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
