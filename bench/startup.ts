/**
 * Measures how long our processes start: processor time (all threads, user and system) and wall time as ratios to `node -e 0` in the same
 * run, and their resident memory at rest.
 * Run: `npx tsx bench/startup.ts [rounds]`. Exits with 1 if a target is missed. Needs Linux's /proc.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { programArguments } from '../tests/support/build';
import { testPort } from '../tests/support/ports';
import { createProcessEnv } from '../tests/support/process-env';
import { createProcesses } from '../tests/support/processes';
import { until } from '../tests/support/until';
import { report, type Measured } from './report';

const root = resolve(__dirname, '..');
const rounds = Number(process.argv[2] ?? 9);
/** Only ends a hang. */
const hangMs = 300_000;
/** How the kernel counts processor time: in hundredths of a second on every Linux that Node runs on. */
const ticksPerSecond = 100;

interface Start {
  cpuMs: number;
  wallMs: number;
}

/** The fields of /proc/PID/stat behind the name of the program, which may hold spaces. */
const statOf = (pid: number | 'self'): number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) \S /s, '')
    .split(' ')
    .map(Number);
const toMs = (ticks: number): number => (ticks * 1_000) / ticksPerSecond;
/** The time of a process that runs. */
const cpuMsOf = (pid: number): number => {
  const stat = statOf(pid);
  return toMs((stat[10] ?? 0) + (stat[11] ?? 0));
};
/** The time of all children of this process that have ended. */
const cpuMsOfEnded = (): number => {
  const stat = statOf('self');
  return toMs((stat[12] ?? 0) + (stat[13] ?? 0));
};
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** The start of a command until its end: the mean of some runs, because one takes about as long as the clock ticks. */
async function measureCommand(args: readonly string[], runs: number): Promise<Start> {
  const [beforeMs, startedMs] = [cpuMsOfEnded(), performance.now()];
  for (let run = 0; run < runs; run++)
    await new Promise<void>((done, fail) => {
      const child = spawn(process.execPath, args, { stdio: 'ignore', timeout: hangMs });
      child.once('error', fail);
      child.once('exit', () => done());
    });
  return { cpuMs: (cpuMsOfEnded() - beforeMs) / runs, wallMs: (performance.now() - startedMs) / runs };
}

/** The start of a service until it has logged that it is ready, then how much memory it needs at rest. */
async function measureService(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: string,
  { atRest }: { atRest: boolean },
): Promise<Start & { mb: number }> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const hang = setTimeout(() => child.kill('SIGKILL'), hangMs);
  try {
    const start = await new Promise<Start>((done, fail) => {
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += String(chunk);
          if (printed.includes(`"msg":"${ready}"`))
            done({ cpuMs: cpuMsOf(child.pid!), wallMs: performance.now() - startedMs });
        });
      child.once('error', fail);
      child.once('exit', () => fail(new Error(`It ended before it was ready:\n${printed}`)));
    });
    return { ...start, mb: atRest ? await restingMb(child.pid!) : NaN };
  } finally {
    clearTimeout(hang);
    child.kill('SIGKILL');
    await exited;
  }
}

/** The memory once it has not changed for three seconds. */
async function restingMb(pid: number): Promise<number> {
  let [last, sinceMs] = [0, performance.now()];
  return until(
    () => residentMb(pid),
    (now) => {
      if (Math.abs(now - last) > 1) [last, sinceMs] = [now, performance.now()];
      return performance.now() - sinceMs > 3_000;
    },
    hangMs,
  );
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Two lines for what a start takes, relative to bare Node in the same run. */
function compare(what: string, starts: readonly Start[], bare: Start, goal: number): Measured[] {
  const [cpuMs, wallMs] = [median(starts.map((start) => start.cpuMs)), median(starts.map((start) => start.wallMs))];
  const detail = (ms: number, ofBare: number) => `${ms.toFixed(0)} ms, node -e 0: ${ofBare.toFixed(0)} ms`;
  return [
    {
      what: `${what}, processor time relative to bare Node`,
      value: cpuMs / bare.cpuMs,
      detail: detail(cpuMs, bare.cpuMs),
      target: { atMost: goal },
    },
    { what: `${what}, by the clock`, value: wallMs / bare.wallMs, detail: detail(wallMs, bare.wallMs) },
  ];
}

async function measure(env: NodeJS.ProcessEnv): Promise<Measured[]> {
  const [apiArgs, workerArgs] = [await programArguments('api'), await programArguments('worker')];
  const port = String(await testPort());
  const commandLine = [join(root, 'apps/cli/outdial.mjs'), '--version'];
  const starts = { bare: [] as Start[], command: [] as Start[], api: [] as Start[], worker: [] as Start[] };
  const mb = { api: NaN, worker: NaN };
  // The first round warms the caches of files.
  for (let round = 0; round <= rounds; round++) {
    const atRest = round === rounds;
    const bare = await measureCommand(['-e', '0'], 5);
    const command = await measureCommand(commandLine, 3);
    const api = await measureService(apiArgs, { ...env, PORT: port }, 'api.listening', { atRest });
    const worker = await measureService(workerArgs, env, 'worker.started', { atRest });
    if (round === 0) continue;
    starts.bare.push(bare);
    starts.command.push(command);
    starts.api.push(api);
    starts.worker.push(worker);
    Object.assign(mb, { api: api.mb, worker: worker.mb });
  }
  const bare = {
    cpuMs: median(starts.bare.map(({ cpuMs }) => cpuMs)),
    wallMs: median(starts.bare.map(({ wallMs }) => wallMs)),
  };
  const memory = (what: string, value: number) => ({ what: `memory of ${what} at rest, in MB`, value, detail: '' });
  return [
    ...compare('outdial --version', starts.command, bare, 3),
    ...compare('API until it listens', starts.api, bare, 8),
    ...compare('worker until it polls', starts.worker, bare, 12),
    memory('an API', mb.api),
    memory('a worker', mb.worker),
  ];
}

async function main(): Promise<number> {
  const processes = createProcesses();
  try {
    const [temporal, mongo] = await Promise.all([processes.temporal(), processes.mongo({ inMemory: true })]);
    const service = await createProcessEnv({ mongo: mongo.uri, temporal });
    try {
      return report('startup', await measure({ ...service.env, OUTDIAL_DATA_DIR: processes.folder }));
    } finally {
      await service.close();
    }
  } finally {
    await processes.end();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
