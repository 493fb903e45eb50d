import { spawn } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { resolve } from 'node:path';
import { runTool } from '../../../tools/dev-stack/obtain/tools';
import { keepRunning, restartDelayMs, type Program } from '../../../tools/dev-stack/processes/keep-running';
import { identifyProcess } from '../../../tools/dev-stack/processes/process-identity';
import { createSupervisor, StoppingError, type Supervisor } from '../../../tools/dev-stack/processes/supervisor';
import { waitUntil } from '../../../tools/dev-stack/processes/wait-until';
import { createTerminal } from '../../../tools/dev-stack/terminal';

const ends = (pid: number, withinMs: number) =>
  waitUntil(`process ${pid} does not end`, withinMs, () =>
    (identifyProcess(pid)?.started ?? 'ended') === 'ended' ? Promise.resolve() : Promise.reject(new Error('it runs')),
  );
/** Prints its own process id and that of a child, and ignores SIGTERM. */
const stubbornParent = `
  process.on('SIGTERM', () => {});
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);`;

describe('a supervised program', () => {
  it('ends together with its children, even if it ignores SIGTERM', async () => {
    let pids: number[] = [];
    const onLine = (line: string) => (pids = line.split(' ').map(Number));
    const program = await createSupervisor().start({ command: process.execPath, args: ['-e', stubbornParent], onLine });
    await waitUntil('no process ids', 10_000, () =>
      pids.length > 0 ? Promise.resolve() : Promise.reject(new Error('not yet')),
    );
    expect(pids[0]).toBe(program.pid);
    expect(await program.stop(200)).toBe(137);
    for (const pid of pids) await ends(pid, 5_000);
  });

  it('ends when its launcher is killed', async () => {
    const wrapper = spawn(
      process.execPath,
      [
        resolve(__dirname, '../../../tools/dev-stack/processes/supervised.mjs'),
        process.execPath,
        '-e',
        'setInterval(() => {}, 1000)',
      ],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true },
    );
    const { pid } = await new Promise<{ pid: number }>((done) => wrapper.once('message', done));
    wrapper.disconnect();
    await ends(pid, 5_000);
  });

  it('ends when its wrapper is killed', async () => {
    const program = await createSupervisor().start({
      command: process.execPath,
      args: ['-e', 'console.log(process.ppid); setInterval(() => {}, 1000)'],
      onLine: (line) => process.kill(Number(line), 'SIGKILL'),
    });
    expect(await program.exited).toBe(137);
    await ends(program.pid, 5_000);
  });

  it('has the priority of others unless it is started with a low one, which its children share', async () => {
    const priorityOfChild = async (priority?: 'low'): Promise<number> => {
      const printed: string[] = [];
      const script =
        'setTimeout(() => console.log(require("node:child_process").execFileSync(process.execPath, ["-p", "os.getPriority()"]).toString()), 500)';
      const onLine = (line: string) => printed.push(line);
      const command = { command: process.execPath, args: ['-e', script], onLine, ...(priority && { priority }) };
      expect(await (await createSupervisor().start(command)).exited).toBe(0);
      return Number(printed[0]);
    };
    const [usual, low] = [await priorityOfChild(), await priorityOfChild('low')];
    expect(usual).toBe(getPriority());
    expect(low).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('reports its exit code', async () => {
    const program = await createSupervisor().start({ command: process.execPath, args: ['-e', 'process.exit(3)'] });
    expect(await program.exited).toBe(3);
  });

  it('is rejected with a reason if it does not exist, and during shutdown', async () => {
    const supervisor = createSupervisor();
    await expect(supervisor.start({ command: '/nowhere/temporal', args: [] })).rejects.toThrow('cannot be started');
    supervisor.refuseNew();
    await expect(supervisor.start({ command: 'true', args: [] })).rejects.toThrow(StoppingError);
  });
});

it('a tool that is inactive is ended, and the reason is reported', async () => {
  const idle = 'console.log(process.pid); setInterval(() => {}, 1e8)';
  let pid = 0;
  const onLine = (line: string) => (pid = Number(line));
  const command = { command: process.execPath, args: ['-e', idle], onLine };
  await expect(runTool(createSupervisor(), command, { limitMs: 2_000 })).rejects.toThrow('inactive for 2 s');
  await ends(pid, 5_000);
});

describe('keepRunning', () => {
  const printed: string[] = [];
  const terminal = createTerminal({ write: (text: string) => printed.push(text) });
  const program = (ready: Program['ready']): Program => ({
    name: 'worker',
    command: { command: 'worker', args: [] },
    ready,
    show: () => undefined,
    graceMs: 100,
  });
  /** Each start returns a program that the test can end. */
  const fakeSupervisor = () => {
    const end: ((code: number) => void)[] = [];
    const supervisor: Pick<Supervisor, 'start'> = {
      start({ onLine }) {
        onLine?.('worker ready', 'stdout');
        const exited = new Promise<number>((done) => end.push(done));
        const stop = () => {
          end.at(-1)?.(0);
          return exited;
        };
        return Promise.resolve({ pid: 1000 + end.length, exited, stop, kill: () => undefined });
      },
    };
    return { supervisor: { ...createSupervisor(), ...supervisor }, end };
  };
  const nextTurn = () => new Promise((done) => setImmediate(done));

  beforeEach(() => printed.splice(0));

  it('restarts a program after 1, 2, 4 ... at most 30 seconds', async () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(restartDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    const { supervisor, end } = fakeSupervisor();
    const waits: number[] = [];
    const pids: (number | null)[] = [];
    const sleep = (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    };
    const context = {
      supervisor,
      terminal,
      sleep,
      log: () => undefined,
      onPid: (pid: number | null) => pids.push(pid),
    };
    const running = await keepRunning(
      program((waitForLine) => waitForLine(/ready/)),
      context,
    );
    for (const _ of [1, 2, 3]) {
      end.at(-1)?.(137);
      await nextTurn();
    }
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(pids).toEqual([1001, null, 1002, null, 1003, null, 1004]);
    expect(printed[0]).toBe('worker exited (SIGKILL); restarting in 1 s.\n');
    await running.stop();
    await nextTurn();
    expect(end).toHaveLength(4);
  });

  it('fails when the first start fails, with the last lines of output', async () => {
    const { supervisor } = fakeSupervisor();
    const context = { supervisor, terminal, log: () => undefined, onPid: () => undefined };
    const failing = program(() => Promise.reject(new Error('no database')));
    await expect(keepRunning(failing, context)).rejects.toThrow('worker did not start: no database\n  | worker ready');
  });

  describe('a start that takes long', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    const context = { terminal, log: () => undefined, onPid: () => undefined, logFile: '/data/worker.log' };

    it('is waited for while the program works, for hours, and the terminal shows what it does', async () => {
      let usedMs = 0;
      const reports: string[] = [];
      const { supervisor } = fakeSupervisor();
      const hours = new Promise((done) => setTimeout(done, 3 * 3_600_000));
      const starting = keepRunning(
        program((_, report) => {
          report('its port is not open yet');
          return hours;
        }),
        {
          ...context,
          supervisor,
          report: (text) => reports.push(text),
          readProcessorMs: () => (usedMs += 100),
        },
      );
      await jest.advanceTimersByTimeAsync(60_000);
      expect(reports.at(-1)).toMatch(/^at work, 6\.\d s of processor time; its port is not open yet$/);
      await jest.advanceTimersByTimeAsync(3 * 3_600_000);
      const running = await starting;
      expect(printed).toHaveLength(1);
      expect(printed[0]).toMatch(/^worker is still starting after 60 s \(at work, 6\.\d s of processor time\)\. /);
      expect(printed[0]).toContain('given up only when it exits or is inactive for 10 min.');
      await running.stop();
    });

    it('ends when the program exits', async () => {
      const { supervisor, end } = fakeSupervisor();
      const starting = keepRunning(
        program((waitForLine) => waitForLine(/never printed/)),
        { ...context, supervisor },
      );
      const failed = expect(starting).rejects.toThrow('worker did not start: it exited (exit code 3)');
      await jest.advanceTimersByTimeAsync(200_000);
      end.at(-1)?.(3);
      await failed;
    });

    it('ends when the program is inactive for ten minutes, with its last lines and its log file', async () => {
      const { supervisor } = fakeSupervisor();
      const starting = keepRunning(
        program((waitForLine) => waitForLine(/never printed/)),
        { ...context, supervisor, readProcessorMs: () => 0 },
      );
      const failed = expect(starting).rejects.toThrow(
        'worker did not start: it has been inactive for 10 min\n  | worker ready\nLog: /data/worker.log',
      );
      await jest.advanceTimersByTimeAsync(601_000);
      await failed;
    });
  });
});
