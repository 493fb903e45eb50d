import { parentPort } from 'node:worker_threads';
import { encodeCall } from './encode-call';
import type { SpoolSealing } from './track-file';

/** The encoder thread: encodes one folder per message and posts a message when it is done. */
parentPort?.on('message', ({ dir, sealing }: { dir: string; sealing?: SpoolSealing }) => {
  encodeCall(dir, sealing).then(
    () => parentPort?.postMessage({ dir }),
    (error: unknown) => parentPort?.postMessage({ dir, error: error instanceof Error ? error.message : String(error) }),
  );
});
