import { Counter, Histogram, type Registry } from 'prom-client';
import { secondsOf } from './registry';

/** Metrics of recordings, from the end of a call to the store. */
export interface RecordingMetrics {
  /** A recording was processed. @param kept false when the call was erased before its files were stored */
  recordStored(took: { ms: number; kept: boolean }): void;
  /** Encoding or storing failed and will be retried. */
  recordRetry(): void;
  /** The spool of a call could not be written or closed. */
  recordLost(): void;
  /** A frame of a recorded call arrived so many ms after its audio had ended. Over 100 ms the machine is overloaded. */
  recordFrame(lateMs: number): void;
}

/** A live listener hears a gap after a frame that is later than this. */
const lateMs = 100;

export function createRecordingMetrics(registry: Registry): RecordingMetrics {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const stored = new Counter({
    name: 'outdial_recordings_total',
    help: 'Recordings processed: stored, or erased because their job was erased.',
    labelNames: ['result'] as const,
    registers,
  });
  const retries = counter('outdial_recording_retries_total', 'Failed attempts to encode or store a recording.');
  const lost = counter('outdial_recordings_lost_total', 'Recordings whose audio could not be written to disk.');
  const late = counter('outdial_audio_frames_late_total', 'Frames of recorded calls that were over 100 ms late.');
  const lateness = new Histogram({
    name: 'outdial_audio_frame_lateness_seconds',
    help: 'How late the frames of recorded calls were: from the end of their audio to this process.',
    buckets: [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 1],
    registers,
  });
  const took = new Histogram({
    name: 'outdial_recording_store_duration_seconds',
    help: 'Time to encode and store one recording, in the successful attempt.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  stored.inc({ result: 'stored' }, 0);
  stored.inc({ result: 'erased' }, 0);
  return {
    recordStored: ({ ms, kept }) => {
      stored.inc({ result: kept ? 'stored' : 'erased' });
      took.observe(secondsOf(ms));
    },
    recordRetry: () => retries.inc(),
    recordLost: () => lost.inc(),
    recordFrame: (ms) => {
      lateness.observe(secondsOf(ms));
      if (ms > lateMs) late.inc();
    },
  };
}
