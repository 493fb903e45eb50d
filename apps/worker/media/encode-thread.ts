import { parentPort } from 'node:worker_threads';
import { encodeCall } from './encode-call';
import type { SpoolSealing } from './track-file';

/** The encoder's own thread: takes folders one by one, and says when each is done. */
parentPort?.on('message', ({ dir, sealing }: { dir: string; sealing?: SpoolSealing }) => {
  encodeCall(dir, sealing).then(
    () => parentPort?.postMessage({ dir }),
    (error: unknown) => parentPort?.postMessage({ dir, error: error instanceof Error ? error.message : String(error) }),
  );
});
