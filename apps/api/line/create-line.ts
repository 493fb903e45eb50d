import type { IncomingMessage, Server } from 'node:http';
import type { Router } from 'express';
import type { Logger } from '../../../shared/adapters/logger';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import { createTwilioAccount } from '../../../shared/adapters/telephony/twilio/settings';
import type { Store } from '../../../shared/application/store';
import type { ApiSettings } from '../../../shared/config/settings.schema';
import { createTwilioCallbacks } from './twilio-callbacks';
import { createTwilioMediaRelay } from './twilio-media';
import { createWorkerLine } from './worker-line';

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

/** @returns `undefined` if no provider of the settings sends anything to the API */
export function createLine(settings: ApiSettings, { store, logger, nowMs }: LineDeps): Line | undefined {
  if (!settings.CALL_PROVIDER.includes('twilio')) return undefined;
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
