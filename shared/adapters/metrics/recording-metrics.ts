import { Counter, Histogram, type Registry } from 'prom-client';
import { secondsOf } from './registry';

/** Recordings, from the end of a call to the store. */
export interface RecordingMetrics {
  /** @param kept false when the call was erased meanwhile */
  recordStored(took: { ms: number; kept: boolean }): void;
  /** A try to encode or store broke; it is made again. */
  recordRetry(): void;
  /** The spool of a call could not be written or closed. */
  recordLost(): void;
  /** A frame of a recorded call came more than 100 ms after it was spoken: this machine is too busy. */
  recordLateFrame(): void;
}

export function createRecordingMetrics(registry: Registry): RecordingMetrics {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const stored = new Counter({
    name: 'outdial_recordings_total',
    help: 'Recordings that were worked off: stored, or erased because their job was.',
    labelNames: ['result'] as const,
    registers,
  });
  const delayed = counter('outdial_recording_retries_total', 'Tries to encode or store a recording that broke.');
  const lost = counter('outdial_recordings_lost_total', 'Recordings whose audio could not be written to disk.');
  const late = counter('outdial_audio_frames_late_total', 'Frames of recorded calls that came over 100 ms late.');
  const took = new Histogram({
    name: 'outdial_recording_store_duration_seconds',
    help: 'Encoding and storing of one recording, in the try that worked.',
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
    recordRetry: () => delayed.inc(),
    recordLost: () => lost.inc(),
    recordLateFrame: () => late.inc(),
  };
}
