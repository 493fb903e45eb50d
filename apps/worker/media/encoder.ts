import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SpoolSealing } from './track-file';

/** Encodes spooled calls off the event loop, one at a time. */
export interface Encoder {
  /** Resolves when the folder holds the three files, sealed as the raw audio is. */
  encode(dir: string, sealing?: SpoolSealing): Promise<void>;
  close(): Promise<void>;
}

/** The thread's file is beside this one, compiled or not; a loader that was set up for this thread does not reach into another. */
const extension = extname(__filename);
const threadFile = join(__dirname, `encode-thread${extension}`);
const startThread = (): Worker =>
  extension === '.js'
    ? new Worker(threadFile)
    : new Worker(`for (const file of require('node:worker_threads').workerData) require(file);`, {
        eval: true,
        execArgv: [],
        workerData: [require.resolve('tsx/cjs'), threadFile],
      });

interface Task {
  dir: string;
  sealing: SpoolSealing | undefined;
  resolve: () => void;
  reject: (error: Error) => void;
}

export function createEncoder(): Encoder {
  const waiting: Task[] = [];
  let thread: Worker | undefined;
  let current: Task | undefined;
  const next = (): void => {
    current = waiting.shift();
    // An idle thread must not keep the process.
    if (current === undefined) {
      thread?.unref();
      return;
    }
    thread ??= begin();
    thread.ref();
    thread.postMessage({ dir: current.dir, sealing: current.sealing });
  };
  const done = (error?: string): void => {
    if (error === undefined) current?.resolve();
    else current?.reject(new Error(error));
    next();
  };
  const begin = (): Worker => {
    const begun = startThread();
    const lost = (why: string): void => {
      if (thread !== begun) return;
      thread = undefined;
      done(why);
    };
    begun.on('message', (answer: { error?: string }) => done(answer.error));
    begun.on('error', (error) => lost(error.message));
    begun.on('exit', (code) => lost(`The encoder's thread ended (${code}).`));
    return begun;
  };
  return {
    encode: (dir, sealing) =>
      new Promise((resolve, reject) => {
        waiting.push({ dir, sealing, resolve, reject });
        if (current === undefined) next();
      }),
    close: async () => {
      // What waits stays on disk.
      waiting.length = 0;
      await thread?.terminate();
    },
  };
}
