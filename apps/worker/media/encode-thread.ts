import { parentPort } from 'node:worker_threads';
import { encodeCall } from './encode-call';

/** The encoder's own thread: takes folders one by one, and says when each is done. */
parentPort?.on('message', (dir: string) => {
  encodeCall(dir).then(
    () => parentPort?.postMessage({ dir }),
    (error: unknown) => parentPort?.postMessage({ dir, error: error instanceof Error ? error.message : String(error) }),
  );
});
