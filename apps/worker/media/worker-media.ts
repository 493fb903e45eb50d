import type { Logger } from '../../../shared/adapters/logger';
import type { CallMedia, AudioSource, MonitoredCall } from '../../../shared/adapters/media/call-media';
import type { LiveServer } from './live-server';

/** Consumes the audio of calls. `finish` is called after the leg ended. */
export interface AudioSink {
  attach(source: AudioSource): { finish(lengthMs: number | undefined): void };
}

/** Makes active calls available to listeners. */
export const createLiveSink = (server: LiveServer): AudioSink => ({
  attach: ({ leg }) => {
    const live = server.serve(leg);
    return { finish: () => live.end(1000) };
  },
});

/** Attaches sinks to calls. A failing sink is reported and loses its own audio; it never affects the call or other sinks. */
export function createWorkerMedia(deps: {
  sinks: readonly AudioSink[];
  address: () => string | undefined;
  logger: Logger;
}): CallMedia {
  const { sinks, address, logger } = deps;
  const runGuarded = <T>(callId: string, task: () => T): T | undefined => {
    try {
      return task();
    } catch (error) {
      logger.error({ callId, err: error }, 'call.audio_failed');
      return undefined;
    }
  };
  return {
    address,
    attach: (source): MonitoredCall => {
      const { ID } = source.call;
      const attached = sinks.map((sink) => runGuarded(ID, () => sink.attach(source)));
      return {
        finish: (lengthMs) => {
          for (const sink of attached) runGuarded(ID, () => sink?.finish(lengthMs));
        },
      };
    },
  };
}
