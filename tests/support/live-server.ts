import { pino } from 'pino';
import { createLiveServer, type LiveServer } from '../../apps/worker/media/live-server';
import { createMediaTokens } from '../../shared/adapters/media/media-token';
import { testKeys } from './master-keys';

/** The media socket of a worker, on loopback. */
export async function startLiveServer(logger = pino({ level: 'silent' })): Promise<LiveServer> {
  const server = createLiveServer({ tokens: createMediaTokens(testKeys), logger, nowMs: () => Date.now() });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}
