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
  metrics: Pick<RecordingMetrics, 'recordLost' | 'recordLateFrame'>;
}

/** Records calls to disk, and hands them to the archive when they are over. */
export interface Recorder extends AudioSink {
  start(): Promise<void>;
  /** Waits for the spools that are being closed; the calls must be over. */
  stop(): Promise<void>;
}

const lookEveryMs = 5_000;
const lateAfterMs = 100;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { folder, archive, logger, metrics } = deps;
  const closing = new Set<Promise<void>>();
  let looking: NodeJS.Timeout | undefined;
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
      const isLate = createLatenessCheck(leg);
      const unlisten = leg.onAudio((frame) => {
        if (isLate(frame)) metrics.recordLateFrame();
        spool.write(frame);
      });
      const close = async (lengthMs: number | undefined): Promise<void> => {
        unlisten();
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
      const look = (): void => {
        takeOverOrphans(deps).catch((error: unknown) => logger.warn({ err: error }, 'recording.look_failed'));
      };
      look();
      looking = setInterval(look, lookEveryMs);
      looking.unref();
    },
    stop: async () => {
      clearInterval(looking);
      await Promise.all(closing);
    },
  };
}

/** @returns whether a frame came later than a listener would forgive */
function createLatenessCheck(leg: CallLeg): (frame: AudioFrame) => boolean {
  let answeredMs = Infinity;
  leg.onEvent((event) => {
    if (event.type === 'answered') answeredMs = event.atMs;
  });
  return ({ startMs }) => Date.now() - (answeredMs + startMs + frameMs) > lateAfterMs;
}

/** Takes over what lost workers of this machine recorded. A call that cannot be taken now is tried at the next look, and stops no other. */
async function takeOverOrphans(deps: RecorderDeps): Promise<void> {
  const { folder, logger } = deps;
  const failed = (error: unknown, callId?: string): void =>
    logger.warn({ callId, err: error }, 'recording.take_over_failed');
  for (const left of await folder.findOrphans(Date.now(), failed))
    await takeOver(deps, left).catch((error: unknown) => failed(error, left.call.ID));
}

/** Once the call is closed: until then its worker may only be slow. */
async function takeOver({ folder, archive, calls, logger }: RecorderDeps, left: OrphanedCall): Promise<void> {
  const state = (await calls.find(left.call.ID))?.State;
  if (state === 'creating' || state === 'active') return;
  const dir = await folder.takeOver(left);
  if (dir === undefined) return;
  logger.info({ callId: left.call.ID }, 'recording.taken_over');
  archive.enqueue(left.call, dir);
}
