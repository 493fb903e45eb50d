import type { Logger } from '../../../shared/adapters/logger';
import type { CallMedia, CallToHear, HeardCall } from '../../../shared/adapters/media/call-media';
import type { LiveServer } from './live-server';

/** What takes part in a call's audio, and is let go when the line has. */
export interface Ear {
  attach(heard: CallToHear): { finish(lengthMs: number | undefined): void };
}

/** Lets calls be heard while they last. */
export const liveEar = (server: LiveServer): Ear => ({
  attach: ({ leg }) => {
    const live = server.carry(leg);
    return { finish: () => live.end(1000) };
  },
});

/** The ears of this process. One that fails is reported and costs its own audio, never the call or the other ears. */
export function createWorkerMedia(deps: {
  ears: readonly Ear[];
  address: () => string | undefined;
  logger: Logger;
}): CallMedia {
  const { ears, address, logger } = deps;
  const guarded = <T>(callId: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      logger.error({ callId, err: error }, 'call.audio_failed');
      return undefined;
    }
  };
  return {
    attach: (heard): HeardCall => {
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
