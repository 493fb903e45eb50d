import type { IncomingMessage, Server } from 'node:http';
import type { Router } from 'express';
import type { Logger } from '../../../shared/adapters/logger';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import type { Store } from '../../../shared/application/store';
import type { ApiSettings } from '../../../shared/config/settings.schema';

/** What carriers send to the API for calls of the workers. */
export interface Line {
  router: Router;
  /** Whether a websocket handshake is a carrier's. */
  accepts(req: IncomingMessage): boolean;
  attach(server: Server): void;
  close(): Promise<void>;
}

export interface LineDeps {
  store: Pick<Store, 'calls' | 'twilioCalls'>;
  logger: Logger;
  nowMs: () => number;
}

/** Loads what a provider needs only where the settings name it. */
const loadTwilio = () =>
  Promise.all([
    import('../../../shared/adapters/telephony/twilio/settings.ts'),
    import('./twilio-callbacks.ts'),
    import('./twilio-media.ts'),
    import('./worker-line.ts'),
  ]);

/** @returns `undefined` if no provider of the settings sends anything to the API */
export async function createLine(settings: ApiSettings, { store, logger, nowMs }: LineDeps): Promise<Line | undefined> {
  if (!settings.CALL_PROVIDER.includes('twilio')) return undefined;
  const [{ createTwilioAccount }, { createTwilioCallbacks }, { createTwilioMediaRelay }, { createWorkerLine }] =
    await loadTwilio();
  const account = createTwilioAccount(settings);
  const deps = {
    ...account,
    log: store.twilioCalls,
    worker: createWorkerLine(createMediaTokens(settings), nowMs),
    findWorker: async (callId: string) => (await store.calls.find(callId))?.MediaAddress,
    logger,
  };
  const media = createTwilioMediaRelay(deps);
  return {
    router: createTwilioCallbacks(deps),
    accepts: (req) => media.accepts(req),
    attach: (server) => media.attach(server),
    close: async () => {
      media.close();
      await account.client.close();
    },
  };
}
