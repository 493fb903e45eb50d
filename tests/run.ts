/**
 * `npm test`: every phase in its turn, on servers and a build that are made once. A phase that fails never hides the ones behind it. At the
 * end come the slowest files, the seconds of each phase and the totals. `npm test -- ARGS` passes ARGS to one jest instead:
 * `npm test -- tests/unit/tidy.test.ts`, `npm test -- --selectProjects faults`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createReport, type JestResult, type PhaseResult } from './support/report';
import { startSharedServers } from './support/servers';

const root = resolve(__dirname, '..');
/** With a larger young generation, V8 collects garbage less often: a twelfth of the time of the tests. Jest passes the option on. */
const jest = ['--max-semi-space-size=64', require.resolve('jest/bin/jest')];
const cores = availableParallelism();

/**
 * The tests of a phase share the processors, also with other programs of the machine, so each takes a multiple of what it takes alone. Timeouts
 * only end what hangs: what must be quick is measured by its own test.
 */
const timeoutFactor = 3;

interface Phase {
  name: string;
  projects: string[];
  /** Processes of jest. What mostly waits may have more of them than there are cores. */
  workers: number;
}
const phases: Phase[] = [
  { name: 'unit', projects: ['unit', 'component'], workers: cores + 1 },
  { name: 'integration', projects: ['workflow', 'replay', 'integration'], workers: cores + 2 },
  { name: 'end to end', projects: ['e2e', 'faults', 'interop'], workers: cores + 2 },
];

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

async function runPhase({ name, projects, workers }: Phase, folder: string, env: NodeJS.ProcessEnv) {
  console.log(`\n── ${name}: ${projects.join(', ')} ──`);
  const outputFile = join(folder, `${projects.join('-')}.json`);
  const startedMs = performance.now();
  const code = await runJest(
    [`--maxWorkers=${workers}`, '--json', `--outputFile=${outputFile}`, '--selectProjects', ...projects],
    env,
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  return { name, code, seconds, jest: readResult(outputFile) } satisfies PhaseResult;
}

/** `undefined` when jest ended before it could report. */
function readResult(file: string): JestResult | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestResult;
  } catch {
    return undefined;
  }
}

async function runAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-results-'));
  const results: PhaseResult[] = [];
  // Unit tests need no servers, so the servers start beside them.
  const starting = startSharedServers();
  try {
    starting.catch(() => undefined);
    const [first, ...others] = phases as [Phase, ...Phase[]];
    const own = { ...process.env, OUTDIAL_TEST_TIMEOUT_FACTOR: String(timeoutFactor) };
    results.push(await runPhase(first, folder, own));
    const { env } = await starting;
    for (const phase of others) results.push(await runPhase(phase, folder, { ...own, ...env }));
  } catch (error) {
    console.error(error);
    results.push({ name: 'the servers of the tests', code: 1, seconds: 0, jest: undefined });
  } finally {
    await starting.then(
      (servers) => servers.stop(),
      () => undefined,
    );
    rmSync(folder, { recursive: true, force: true });
  }
  const { text, failed } = createReport(results, root);
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
