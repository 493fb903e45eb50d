import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { identifyProcess } from '../../../tools/dev-stack/processes/process-identity';
import { StoppingError } from '../../../tools/dev-stack/processes/supervisor';
import { createTestSupervisor } from '../../support/supervisor';
import { until } from '../../support/until';

const ended = (pid: number) =>
  until(
    () => identifyProcess(pid)?.started ?? 'ended',
    (started) => started === 'ended',
  );
/** Prints its own process id and that of a child; both ignore SIGTERM. */
const stubbornParent = `
  process.on('SIGTERM', () => {});
  const child = require('node:child_process').spawn('sh', ['-c', 'trap "" TERM; while :; do sleep 1; done']);
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);`;
/** A process like one of jest: it starts a program that has ended at once, and one that lasts. */
const starter = `
  const { createTestSupervisor } = require(${JSON.stringify(join(__dirname, '../../support/supervisor.ts'))});
  const supervisor = createTestSupervisor();
  const node = (script, onLine) => supervisor.start({ command: process.execPath, args: ['-e', script], onLine });
  node('').then(({ exited }) => exited).then(() => node(${JSON.stringify(stubbornParent)}, (line) => console.log(line)));`;

describe('a program of a test', () => {
  it('ends with its children when the process that started it is killed', async () => {
    const parent = spawn(process.execPath, ['--import', 'tsx', '-e', starter], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const pids = line.split(' ').map(Number);
    expect(pids.map((pid) => identifyProcess(pid) !== undefined)).toEqual([true, true]);
    parent.kill('SIGKILL');
    for (const pid of pids) await ended(pid);
  }, 60_000);

  it('ends with its children when it is stopped, even if they ignore SIGTERM', async () => {
    let printed = '';
    const onLine = (line: string) => (printed = line);
    const program = await createTestSupervisor().start({
      command: process.execPath,
      args: ['-e', stubbornParent],
      onLine,
    });
    const pids = (
      await until(
        () => printed,
        (line) => line !== '',
      )
    )
      .split(' ')
      .map(Number);
    expect(pids[0]).toBe(program.pid);
    expect(await program.stop(200)).toBe(137);
    for (const pid of pids) await ended(pid);
  });

  it('reports its exit code, and what it printed last', async () => {
    const lines: string[] = [];
    const args = ['-c', 'echo first; echo last >&2; exit 3'];
    const program = await createTestSupervisor().start({ command: 'sh', args, onLine: (line) => lines.push(line) });
    expect(await program.exited).toBe(3);
    expect(lines.sort()).toEqual(['first', 'last']);
  });

  it('is rejected with a reason if it does not exist, and once the test has ended', async () => {
    const supervisor = createTestSupervisor();
    await expect(supervisor.start({ command: '/nowhere/temporal', args: [] })).rejects.toThrow('cannot be started');
    supervisor.refuseNew();
    await expect(supervisor.start({ command: 'true', args: [] })).rejects.toThrow(StoppingError);
  });
});
