import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A program of this folder, which exchanges messages with the bench. */
export interface HelperProcess {
  send(message: string | object): void;
  /** Resolves with the field of the next message that has it. */
  receive<T>(field: string): Promise<T>;
  /** Calls `act` for each message with the field. */
  onEach<T>(field: string, act: (value: T) => void): void;
  end(): void;
}

export function forkHelper(name: 'bot' | 'listeners'): HelperProcess {
  const child: ChildProcess = fork(join(__dirname, `${name}.ts`), { execArgv: ['--import', 'tsx'] });
  const onEach = <T>(field: string, act: (value: T) => void): (() => void) => {
    const listener = (message: Record<string, T>): void => {
      const value = message[field];
      if (value !== undefined) act(value);
    };
    child.on('message', listener);
    return () => child.off('message', listener);
  };
  return {
    send: (message) => void child.send(message),
    onEach: (field, act) => void onEach(field, act),
    receive: <T>(field: string) =>
      new Promise<T>((resolve, reject) => {
        const stop = onEach<T>(field, (value) => {
          stop();
          resolve(value);
        });
        child.once('exit', () => reject(new Error(`The process ${name} ended before it sent its ${field}.`)));
      }),
    end: () => child.disconnect(),
  };
}
