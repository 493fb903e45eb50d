import type { Logger } from '../../../shared/adapters/logger';
import type { CallMedia, AudioSource, MonitoredCall } from '../../../shared/adapters/media/call-media';
import type { LiveServer } from './live-server';

/** What takes part in a call's audio, and is let go when the line has. */
export interface AudioSink {
  attach(heard: AudioSource): { finish(lengthMs: number | undefined): void };
}

/** Lets calls be heard while they last. */
export const createLiveSink = (server: LiveServer): AudioSink => ({
  attach: ({ leg }) => {
    const live = server.serve(leg);
    return { finish: () => live.end(1000) };
  },
});

/** The ears of this process. One that fails is reported and costs its own audio, never the call or the other ears. */
export function createWorkerMedia(deps: {
  sinks: readonly AudioSink[];
  address: () => string | undefined;
  logger: Logger;
}): CallMedia {
  const { sinks: ears, address, logger } = deps;
  const guarded = <T>(callId: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      logger.error({ callId, err: error }, 'call.audio_failed');
      return undefined;
    }
  };
  return {
    attach: (heard): MonitoredCall => {
      const { ID } = heard.call;
      const attached = ears.map((ear) => guarded(ID, () => ear.attach(heard)));
      return {
        address: address(),
        finish: (lengthMs) => {
          for (const one of attached) guarded(ID, () => one?.finish(lengthMs));
        },
      };
    },
  };
}
