import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '../program';
import { until } from '../until';
import type { ProcessName } from './schedule';

/** A process that ended without being killed by a fault. */
export interface OwnExit {
  name: ProcessName;
  code: number;
  /** Its last lines. */
  output: string;
}

/** A process that is started again whenever it has ended, as a service manager does. */
export interface KeptProcess {
  name: ProcessName;
  /**
   * SIGKILL; starts it again after some ms. Resolves once it is started, before it is ready. @param readyMs how long it has
   * been ready then, at least; unless given it is killed while it starts, too
   */
  kill(downMs: number, readyMs?: number): Promise<void>;
  /** SIGSTOP, and SIGCONT after some ms. */
  pause(forMs: number): Promise<void>;
  /** Until the returned function is called, it may end on its own, for example because its disk is full. */
  excuse(): () => void;
  /** Resolves once it runs and is ready. */
  ready(): Promise<void>;
  pid(): number | undefined;
  kills(): number;
  /** How it ended on its own, since the last call. */
  takeExits(): OwnExit[];
  /** It is not started again from now on. */
  release(): void;
}

const restartMs = 500;

/** @param program a process that is ready @param note gets what happens to it, as lines */
export function keepRunning(name: ProcessName, program: TestProcess, note: (line: string) => void): KeptProcess {
  const exits: OwnExit[] = [];
  let kills = 0;
  let excused = 0;
  let released = false;
  let killing = false;
  let starting: Promise<void> = Promise.resolve();
  let readyAtMs = performance.now();
  let turn: Promise<void> = Promise.resolve();

  /** One after the other: a start never meets another one. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    turn = turn.then(act, act);
    return turn;
  };
  const watch = (): void => {
    void program.exited().then((code) => {
      if (killing || released) return;
      note(`${name} ended on its own (${code})`);
      if (excused === 0) exits.push({ name, code, output: program.output() });
      void inTurn(async () => {
        await sleep(restartMs);
        if (!program.running()) await startAgain();
      });
    });
  };
  /** Resolves once the program has been started, or could not be. */
  const startAgain = async (): Promise<void> => {
    if (released) return;
    killing = false;
    starting = program.start();
    starting.then(
      () => {
        readyAtMs = performance.now();
        note(`${name} is ready`);
      },
      () => undefined,
    );
    await Promise.race([until(() => program.running(), Boolean, 30_000), starting.catch(() => undefined)]);
    watch();
  };

  watch();
  return {
    name,
    kill: (downMs, readyMs) =>
      inTurn(async () => {
        if (readyMs !== undefined) {
          await starting.catch(() => undefined);
          await sleep(Math.max(0, readyMs - (performance.now() - readyAtMs)));
        }
        if (!program.running()) return;
        killing = true;
        await program.kill();
        kills++;
        note(`${name} was killed`);
        await sleep(downMs);
        await startAgain();
      }),
    pause: async (forMs) => {
      if (!program.running()) return;
      const pid = program.pid();
      signal(pid, 'SIGSTOP');
      await sleep(forMs);
      signal(pid, 'SIGCONT');
    },
    excuse: () => {
      excused++;
      return () => {
        excused--;
      };
    },
    ready: async () => {
      const isReady = (): Promise<boolean> =>
        turn
          .then(() => starting)
          .then(
            () => program.running(),
            () => false,
          );
      await until(isReady, Boolean, 120_000);
    },
    pid: () => (program.running() ? program.pid() : undefined),
    kills: () => kills,
    takeExits: () => exits.splice(0),
    release: () => {
      released = true;
    },
  };
}

/** Each program leads a process group of its own. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // It was killed in between.
  }
}
