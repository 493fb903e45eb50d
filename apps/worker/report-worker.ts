import { hostname } from 'node:os';
import { newSeed } from '../../shared/adapters/ids';
import type { Logger } from '../../shared/adapters/logger';
import {
  beatIntervalMs,
  type WorkerRecord,
  type WorkersRepository,
} from '../../shared/adapters/mongo/workers.repository';
import type { TrunkReport } from '../../shared/domain/campaign/trunk-state';

export interface WorkerReport {
  workers: Pick<WorkersRepository, 'report' | 'remove'>;
  of: Pick<WorkerRecord, 'Version' | 'Queues' | 'CallSlots'>;
  /** Calls in progress. */
  calls: () => number;
  /** The trunks on which it places calls. */
  trunks: () => readonly TrunkReport[];
  nowMs: () => number;
  logger: Pick<Logger, 'debug'>;
  /** Aborted when the process begins to drain. */
  signal: AbortSignal;
}

/**
 * Reports this process to the store every few seconds, so that operators see which workers run. Best effort: no work
 * depends on it. @returns a function that removes the report, for an orderly end
 */
export function reportWorker({ workers, of, calls, trunks, nowMs, logger, signal }: WorkerReport): () => Promise<void> {
  const identity = { ID: `worker_${newSeed()}`, Host: hostname(), ...of, StartedMS: nowMs() };
  let writing: Promise<void> = Promise.resolve();
  const beat = (): void => {
    const record = { ...identity, Calls: calls(), Trunks: trunks(), Draining: signal.aborted, BeatMS: nowMs() };
    writing = workers.report(record).catch((error: unknown) => logger.debug({ err: error }, 'worker.not_reported'));
  };
  beat();
  const timer = setInterval(beat, beatIntervalMs);
  signal.addEventListener('abort', beat, { once: true });
  return async () => {
    clearInterval(timer);
    signal.removeEventListener('abort', beat);
    // A report under way would bring the document back.
    await writing;
    await workers.remove(identity.ID).catch((error: unknown) => logger.debug({ err: error }, 'worker.not_reported'));
  };
}
