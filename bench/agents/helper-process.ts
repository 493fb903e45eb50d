import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { HelperMessages } from './messages';

type Field = keyof HelperMessages;

/** A program of this folder, which exchanges messages with the bench. */
export interface HelperProcess {
  pid: number;
  send(message: string | object): void;
  /** Resolves with the field of the next message that has it. */
  receive<Name extends Field>(field: Name): Promise<HelperMessages[Name]>;
  /** Calls `act` for each message with the field. */
  onEach<Name extends Field>(field: Name, act: (value: HelperMessages[Name]) => void): void;
  end(): void;
}

/** @param args of the program, after its name */
export function forkHelper(
  name: 'bot' | 'control' | 'listeners' | 'phones',
  args: readonly (string | number)[] = [],
): HelperProcess {
  const file = join(__dirname, `${name}.ts`);
  // A session of its own, as the worker has: the processors are shared between sessions.
  const child: ChildProcess = fork(file, args.map(String), { execArgv: ['--import', 'tsx'], detached: true });
  const onEach = <Name extends Field>(field: Name, act: (value: HelperMessages[Name]) => void): (() => void) => {
    const listener = (message: Partial<HelperMessages>): void => {
      const value = message[field];
      if (value !== undefined) act(value);
    };
    child.on('message', listener);
    return () => child.off('message', listener);
  };
  return {
    pid: child.pid ?? 0,
    send: (message) => void child.send(message),
    onEach: (field, act) => void onEach(field, act),
    receive: (field) =>
      new Promise((resolve, reject) => {
        const stop = onEach(field, (value) => {
          stop();
          resolve(value);
        });
        child.once('exit', () => reject(new Error(`The process ${name} ended before it sent its ${field}.`)));
      }),
    end: () => child.disconnect(),
  };
}
