// cspell:ignore CALLERID channelvars
import { z } from 'zod';
import { ariPath, basicAuthorization } from './ari';
import { watchChannel, type ChannelWatch } from './channel-watch';
import { webSocketUrl } from './events';
import { expectSuccess, idsOf, type Gateway } from './gateway';
import { lineFormat, openMediaSocket, type MediaSocket } from './media-socket';

/** How long each step of preparing a call may take. */
export const stepMs = 5_000;

const mediaChannelSchema = z.object({
  channelvars: z.object({ MEDIA_WEBSOCKET_CONNECTION_ID: z.string() }),
});

interface MediaChannel {
  /** How long it lives at most. */
  limitSeconds: number;
  /** The number that the contact sees: the bridge presents the media channel as the caller. */
  from: string;
}

/**
 * Connects the audio of a channel that is not dialed yet: a media channel, to which we open a connection, and a bridge
 * between both. Both channels must have entered the application before: a bridge refuses others, and the call is silent.
 * @throws if any step fails; nothing has rung
 */
export async function connectMedia(
  gateway: Gateway,
  attemptKey: string,
  { call, ...channel }: { call: ChannelWatch } & MediaChannel,
): Promise<MediaSocket> {
  const { ari, events } = gateway;
  const ids = idsOf(attemptKey);
  const media = watchChannel(events, ids.media, () => 0);
  let socket: MediaSocket | undefined;
  try {
    const bridge = ariPath('bridges', ids.bridge);
    expectSuccess(await ari.request({ method: 'POST', path: bridge, query: { type: 'mixing' } }), 'create a bridge');
    socket = await openMedia(gateway, ids.media, channel);
    const started = await Promise.all([call, media].map((watch) => watch.until(isStarted, stepMs)));
    if (started.includes(undefined)) throw new Error('A channel did not enter the application in time.');
    const query = { channel: `${ids.call},${ids.media}` };
    expectSuccess(await ari.request({ method: 'POST', path: `${bridge}/addChannel`, query }), 'connect the audio');
    return socket;
  } catch (error) {
    socket?.close();
    throw error;
  } finally {
    media.stop();
  }
}

const isStarted = ({ type }: { type: string }): boolean => type === 'StasisStart';

/** Creates a media channel that waits for a connection, and connects to it. */
async function openMedia(
  { ari, events, options }: Gateway,
  id: string,
  { limitSeconds, from }: MediaChannel,
): Promise<MediaSocket> {
  const answer = await ari.request({
    method: 'POST',
    path: '/channels/externalMedia',
    query: {
      app: events.app,
      channelId: id,
      external_host: 'INCOMING',
      connection_type: 'server',
      transport: 'websocket',
      encapsulation: 'none',
      format: lineFormat,
      transport_data: 'f(json)',
    },
    body: { variables: { 'TIMEOUT(absolute)': String(limitSeconds), 'CALLERID(num)': from } },
  });
  expectSuccess(answer, 'create the media channel');
  const connection = mediaChannelSchema.parse(answer.body).channelvars.MEDIA_WEBSOCKET_CONNECTION_ID;
  return openMediaSocket({
    url: webSocketUrl(options.url, ariPath('media', connection)),
    authorization: basicAuthorization(options),
    withinMs: stepMs,
  });
}
