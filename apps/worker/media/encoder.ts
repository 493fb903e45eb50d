import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SpoolSealing } from './track-file';

/** Encodes spooled calls in a worker thread, one at a time. */
export interface Encoder {
  /** Resolves when the folder holds the three files, sealed like the raw audio. */
  encode(dir: string, sealing?: SpoolSealing): Promise<void>;
  close(): Promise<void>;
}

/** The file of the thread is next to this one. TypeScript loaders of this thread do not apply to other threads. */
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
  const queue: Task[] = [];
  let thread: Worker | undefined;
  let current: Task | undefined;
  const startNext = (): void => {
    current = queue.shift();
    // An idle thread must not keep the process alive.
    if (current === undefined) {
      thread?.unref();
      return;
    }
    thread ??= createThread();
    thread.ref();
    thread.postMessage({ dir: current.dir, sealing: current.sealing });
  };
  const finishCurrent = (error?: string): void => {
    if (error === undefined) current?.resolve();
    else current?.reject(new Error(error));
    startNext();
  };
  const createThread = (): Worker => {
    const created = startThread();
    const handleLoss = (reason: string): void => {
      if (thread !== created) return;
      thread = undefined;
      finishCurrent(reason);
    };
    created.on('message', (result: { error?: string }) => finishCurrent(result.error));
    created.on('error', (error) => handleLoss(error.message));
    created.on('exit', (code) => handleLoss(`The encoder thread exited with code ${code}.`));
    return created;
  };
  return {
    encode: (dir, sealing) =>
      new Promise((resolve, reject) => {
        queue.push({ dir, sealing, resolve, reject });
        if (current === undefined) startNext();
      }),
    close: async () => {
      // Queued calls stay on disk.
      queue.length = 0;
      await thread?.terminate();
    },
  };
}
