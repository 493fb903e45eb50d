import { isOpen } from '../../../shared/domain/call/call-record';
import type { Logger } from '../../../shared/adapters/logger';
import type { RecordingMetrics } from '../../../shared/adapters/metrics/recording-metrics';
import type { CallsRepository } from '../../../shared/adapters/mongo/calls.repository';
import type { AudioFrame, CallLeg } from '../../../shared/adapters/telephony/telephony';
import { frameMs } from '../../../shared/domain/audio/format';
import type { Archive } from './archive';
import type { FieldCipher } from '../../../shared/adapters/crypto/field-cipher';
import { createSpool } from './spool';
import type { OrphanedCall, SpoolFolder } from './spool-folder';
import type { AudioSink } from './worker-media';

export interface RecorderDeps {
  folder: SpoolFolder;
  archive: Archive;
  calls: Pick<CallsRepository, 'find'>;
  dataKeys: { of(jobId: string): Promise<FieldCipher> };
  logger: Logger;
  metrics: Pick<RecordingMetrics, 'recordLost' | 'recordFrame'>;
}

/** Records calls to disk and hands ended calls to the archive. */
export interface Recorder extends AudioSink {
  start(): Promise<void>;
  /** Waits for closing spools. Must be called after all calls ended. */
  stop(): Promise<void>;
}

const takeOverIntervalMs = 5_000;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { folder, archive, logger, metrics } = deps;
  const closing = new Set<Promise<void>>();
  let takeOverTimer: NodeJS.Timeout | undefined;
  return {
    attach: ({ call, leg, keep }) => {
      if (keep === 'live') return { finish: () => undefined };
      const dir = folder.pathOf(call.ID);
      let broken = false;
      const spool = createSpool({ dir, call, cipherOf: () => deps.dataKeys.of(call.JobID) }, (error) => {
        if (!broken) metrics.recordLost();
        broken = true;
        logger.error({ callId: call.ID, err: error }, 'recording.spool_failed');
      });
      const latenessOf = createLateness(leg);
      const unsubscribe = leg.onAudio((frame) => {
        metrics.recordFrame(latenessOf(frame));
        spool.write(frame);
      });
      const close = async (lengthMs: number | undefined): Promise<void> => {
        unsubscribe();
        if (await spool.close(lengthMs)) archive.enqueue(call, dir);
      };
      return {
        finish: (lengthMs) => {
          const closed = close(lengthMs)
            .catch((error: unknown) => logger.error({ callId: call.ID, err: error }, 'recording.lost'))
            .finally(() => closing.delete(closed));
          closing.add(closed);
        },
      };
    },
    start: async () => {
      await folder.start();
      const run = (): void => {
        takeOverOrphans(deps).catch((error: unknown) => logger.warn({ err: error }, 'recording.scan_failed'));
      };
      run();
      takeOverTimer = setInterval(run, takeOverIntervalMs);
      takeOverTimer.unref();
    },
    stop: async () => {
      clearInterval(takeOverTimer);
      await Promise.all(closing);
    },
  };
}

/** @returns how many ms ago the audio of a frame ended */
function createLateness(leg: CallLeg): (frame: AudioFrame) => number {
  let answeredMs = Infinity;
  leg.onEvent((event) => {
    if (event.type === 'answered') answeredMs = event.atMs;
  });
  return ({ startMs }) => Date.now() - (answeredMs + startMs + frameMs);
}

/** Takes over recordings of lost workers on this machine. A failure delays only its own call, which is retried at the next interval. */
async function takeOverOrphans(deps: RecorderDeps): Promise<void> {
  const { folder, logger } = deps;
  const reportFailure = (error: unknown, callId?: string): void =>
    logger.warn({ callId, err: error }, 'recording.take_over_failed');
  for (const orphan of await folder.findOrphans(Date.now(), reportFailure))
    await takeOver(deps, orphan).catch((error: unknown) => reportFailure(error, orphan.call.ID));
}

/** Takes over a recording once its call is closed. Until then the worker of the call may only be slow. */
async function takeOver({ folder, archive, calls, logger }: RecorderDeps, orphan: OrphanedCall): Promise<void> {
  const call = await calls.find(orphan.call.ID);
  if (call !== undefined && isOpen(call)) return;
  const dir = await folder.takeOver(orphan);
  if (dir === undefined) return;
  logger.info({ callId: orphan.call.ID }, 'recording.taken_over');
  archive.enqueue(orphan.call, dir);
}
