import type { WebSocket } from 'ws';
import { closeSocket } from '../../../shared/adapters/media/close-socket';
import type { AudioFrame, CallLeg } from '../../../shared/adapters/telephony/telephony';
import { type AudioChannel, bytesOf } from '../../../shared/domain/audio/format';

/** The live audio of one call, for the API processes that relay it. */
export interface LiveCall {
  readonly leg: CallLeg;
  subscribe(channel: AudioChannel, socket: WebSocket): void;
  /** Disconnects all subscribers. @param code 1000: the call has ended; 1001: this process shuts down */
  end(code: 1000 | 1001): void;
}

/** A slower API process loses frames, because its backlog must not fill the memory of this process. */
const maxBacklogMs = 2_000;
/** Timeout of the closing handshake. */
const closeTimeoutMs = 1_000;

/** Subscribes to the leg's audio while it has subscribers itself. */
export function createLiveCall(leg: CallLeg): LiveCall {
  const sockets = { bot: new Set<WebSocket>(), user: new Set<WebSocket>() };
  let unsubscribe: (() => void) | undefined;
  const send = ({ channel, pcm }: AudioFrame): void => {
    for (const socket of sockets[channel]) {
      if (socket.bufferedAmount + pcm.length <= bytesOf(channel, maxBacklogMs)) socket.send(pcm, { binary: true });
    }
  };
  const stop = (): void => {
    unsubscribe?.();
    unsubscribe = undefined;
  };
  return {
    leg,
    subscribe: (channel, socket) => {
      sockets[channel].add(socket);
      socket.once('close', () => {
        sockets[channel].delete(socket);
        if (sockets.bot.size + sockets.user.size === 0) stop();
      });
      unsubscribe ??= leg.onAudio(send);
    },
    end: (code) => {
      stop();
      for (const socket of [...sockets.bot, ...sockets.user]) closeSocket(socket, { code, timeoutMs: closeTimeoutMs });
    },
  };
}
