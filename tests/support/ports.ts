import { randomInt } from 'node:crypto';
import { findFreePort } from '../../tools/dev-stack/ports';

/** Ports below the range from which the system serves outgoing connections: none of those takes a port before its program does. */
const [first, perWorker] = [16_000, 1_000];
/** Jest's workers each have a range of their own, and so does the process that starts them. */
const range = first + perWorker * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 16);
let next = randomInt(perWorker);

/** A port that stays free until its program listens on it, and while that program is killed and started again. */
export const testPort = (): Promise<number> => findFreePort(range + (next++ % perWorker));
