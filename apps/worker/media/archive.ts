import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldCipher } from '../../../shared/adapters/crypto/field-cipher';
import type { Logger } from '../../../shared/adapters/logger';
import type { RecordingMetrics } from '../../../shared/adapters/metrics/recording-metrics';
import type { CallsRepository } from '../../../shared/adapters/mongo/calls.repository';
import type { RecordedCall, RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import { recordingFiles } from '../../../shared/domain/call/call-record';
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

/** Encodes spooled calls and moves them to the store, in the background. */
export interface Archive {
  /** Takes over the spool folder of an ended call and deletes it once the files are stored or the call is erased. */
  enqueue(call: RecordedCall, dir: string): void;
  /** Resolves when every call is stored, or after the timeout. Unfinished calls stay on disk until the next start. */
  stop(timeoutMs: number): Promise<void>;
}

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

export function createArchive(deps: ArchiveDeps): Archive {
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const storeWithRetry = async (call: RecordedCall, dir: string): Promise<void> => {
    for (let delayMs = firstDelayMs; !stopping.signal.aborted; delayMs = Math.min(maxDelayMs, delayMs * 2)) {
      try {
        await store(deps, call, dir);
        return;
      } catch (error) {
        // The store is unavailable or the disk is full. The recording stays on disk.
        deps.metrics.recordRetry();
        deps.logger.warn({ callId: call.ID, err: error }, 'recording.delayed');
        // Rejects when the archive stops.
        await sleep(delayMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  return {
    enqueue: (call, dir) => {
      const work = storeWithRetry(call, dir).finally(() => pending.delete(work));
      pending.add(work);
    },
    stop: async (timeoutMs) => {
      await Promise.race([Promise.all(pending), sleep(timeoutMs, undefined, { ref: false })]);
      stopping.abort();
    },
  };
}

/** Encodes and stores the files, updates the call record, and deletes the raw audio last, so that a crash repeats the work. */
async function store(
  { calls, recordings, dataKeys, encoder, logger, metrics }: ArchiveDeps,
  call: RecordedCall,
  dir: string,
): Promise<void> {
  const startMs = performance.now();
  // Without a folder nothing was written; the spool has already reported that.
  if (!existsSync(dir)) return;
  const found = await calls.find(call.ID);
  const cipher = await dataKeys.of(call.JobID);
  if (found !== undefined && found.Erased !== true && cipher.kind !== 'erased') {
    await encoder.encode(dir, spoolSealing(call, cipher));
    for (const file of recordingFiles) await recordings.put(call, file, join(dir, file));
  }
  // The call was erased after the check above: its erasure did not find these files.
  const kept = await calls.saveRecordings(call.ID, recordingFiles);
  if (!kept) await recordings.eraseCall(call);
  await rm(dir, { recursive: true, force: true });
  const ms = Math.round(performance.now() - startMs);
  metrics.recordStored({ ms, kept });
  logger.info({ callId: call.ID, kept, ms }, 'recording.stored');
}
