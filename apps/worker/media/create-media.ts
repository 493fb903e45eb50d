import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from '../../../shared/adapters/logger';
import type { CallMedia } from '../../../shared/adapters/media/call-media';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import type { RecordingMetrics } from '../../../shared/adapters/metrics/recording-metrics';
import type { CallsRepository } from '../../../shared/adapters/mongo/calls.repository';
import type { DataKeys } from '../../../shared/adapters/mongo/data-keys';
import type { RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import type { LineEndpoint } from '../../../shared/adapters/telephony/twilio/line-endpoint';
import { advertisesLoopbackOnly } from '../../../shared/config/media-settings';
import type { WorkerSettings } from '../../../shared/config/settings.schema';
import { createArchive } from './archive';
import { createEncoder } from './encoder';
import { createLiveServer } from './live-server';
import { createRecorder } from './recorder';
import { createSpoolFolder } from './spool-folder';
import { createWorkerMedia, createLiveSink } from './worker-media';

/** Live audio and recordings of the calls of this process. */
export interface ProcessMedia {
  media: CallMedia;
  /** For lines that send audio and reports to the API processes. */
  lines: LineEndpoint;
  /** @throws when the address for live audio or the spool folder is not available */
  start: () => Promise<void>;
  /** Must be called after all calls ended. Recordings not encoded in time stay on disk until the next start. */
  stop: () => Promise<void>;
}

export interface ProcessMediaDeps {
  calls: CallsRepository;
  recordings: RecordingStore;
  dataKeys: DataKeys;
  logger: Logger;
  metrics: RecordingMetrics;
}

export function createProcessMedia(settings: WorkerSettings, deps: ProcessMediaDeps): ProcessMedia {
  const { calls, recordings, dataKeys, logger, metrics } = deps;
  const live = createLiveServer({
    tokens: createMediaTokens(settings),
    logger,
    nowMs: () => Date.now(),
  });
  const folder = createSpoolFolder(join(settings.OUTDIAL_DATA_DIR, 'spool'), randomUUID());
  const encoder = createEncoder();
  const archive = createArchive({ calls, recordings, dataKeys, encoder, logger, metrics });
  const recorder = createRecorder({ folder, archive, calls, dataKeys, logger, metrics });
  const handlesCalls = settings.WORKER_QUEUES.includes('calls');
  return {
    lines: live.lines,
    media: createWorkerMedia({ sinks: [recorder, createLiveSink(live)], address: live.address, logger }),
    start: async () => {
      if (!handlesCalls) return;
      const { WORKER_MEDIA_HOST: host, WORKER_MEDIA_PORT: port, WORKER_MEDIA_ADVERTISE: advertise } = settings;
      await live.listen({ host, port, advertise });
      if (advertisesLoopbackOnly(settings)) logger.warn({ address: live.address() }, 'live_server.loopback_advertised');
      await recorder.start();
    },
    stop: async () => {
      await Promise.all([live.close(), recorder.stop()]);
      await archive.stop(settings.WORKER_ENCODE_SECONDS * 1_000);
      await encoder.close();
      await folder.stop();
    },
  };
}
