import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldCipher } from '../../../shared/adapters/crypto/field-cipher';
import type { Logger } from '../../../shared/adapters/logger';
import type { RecordingMetrics } from '../../../shared/adapters/metrics/recording-metrics';
import type { CallsRepository } from '../../../shared/adapters/mongo/calls.repository';
import type { RecordedCall, RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import { recordingFiles } from '../../../shared/domain/audio/recording';
import type { Encoder } from './encoder';
import { spoolSealing } from './spool';

export interface ArchiveDeps {
  calls: Pick<CallsRepository, 'find' | 'saveRecordings'>;
  recordings: RecordingStore;
  dataKeys: { of(jobId: string): Promise<FieldCipher> };
  encoder: Encoder;
  logger: Logger;
  metrics: Pick<RecordingMetrics, 'recordStored' | 'recordRetry'>;
}

/** Takes spooled calls to the store, behind everybody's back. */
export interface Archive {
  /** The spool folder of a call that is over. It is gone once its files are stored, or nobody may have them. */
  enqueue(call: RecordedCall, dir: string): void;
  /** Resolves when nothing is under way any more. What is left stays on disk for the next start. */
  stop(withinMs: number): Promise<void>;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export function createArchive(deps: ArchiveDeps): Archive {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const keepTrying = async (call: RecordedCall, dir: string): Promise<void> => {
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        await store(deps, call, dir);
        return;
      } catch (error) {
        // The store is away, or the disk is full: what was recorded waits.
        deps.metrics.recordRetry();
        deps.logger.warn({ callId: call.ID, err: error }, 'recording.delayed');
        // Rejects when the archive stops.
        await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  return {
    enqueue: (call, dir) => {
      const work = keepTrying(call, dir).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    stop: async (withinMs) => {
      stopping.abort();
      await Promise.race([Promise.all(underWay), sleep(withinMs, undefined, { ref: false })]);
    },
  };
}

/** Encodes, stores, tells the record, and only then lets go of the raw audio: a crash in between repeats it. */
async function store(
  { calls, recordings, dataKeys, encoder, logger, metrics }: ArchiveDeps,
  call: RecordedCall,
  dir: string,
): Promise<void> {
  const beganMs = performance.now();
  // A disk that took nothing has told so before.
  if (!existsSync(dir)) return;
  const found = await calls.find(call.ID);
  const cipher = await dataKeys.of(call.JobID);
  if (found !== undefined && found.Erased !== true && cipher.kind !== 'erased') {
    await encoder.encode(dir, spoolSealing(call, cipher));
    for (const file of recordingFiles) await recordings.put(call, file, join(dir, file));
  }
  // Erased meanwhile: whoever erased looked before these files were there.
  const kept = await calls.saveRecordings(call.ID, recordingFiles);
  if (!kept) await recordings.eraseCall(call);
  await rm(dir, { recursive: true, force: true });
  const ms = Math.round(performance.now() - beganMs);
  metrics.recordStored({ ms, kept });
  logger.info({ callId: call.ID, kept, ms }, 'recording.stored');
}
