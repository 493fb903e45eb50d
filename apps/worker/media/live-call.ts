import type { WebSocket } from 'ws';
import type { AudioFrame, CallLeg } from '../../../shared/adapters/telephony/telephony';
import { type AudioChannel, bytesOf } from '../../../shared/domain/audio/format';

/** One call's live audio, for the API processes that relay it. */
export interface LiveCall {
  readonly leg: CallLeg;
  subscribe(channel: AudioChannel, socket: WebSocket): void;
  /** Lets everybody go. @param code 1000: the call is over; 1001: this process is */
  end(code: 1000 | 1001): void;
}

/** An API process that is this far behind, in ms, loses frames; it must never fill this process. */
const capMs = 2_000;
/** A peer that does not answer the closing handshake is dropped after this. */
const closeTimeoutMs = 1_000;

/** Takes the leg's audio while somebody listens. */
export function createLiveCall(leg: CallLeg): LiveCall {
  const sockets = { bot: new Set<WebSocket>(), user: new Set<WebSocket>() };
  let unlisten: (() => void) | undefined;
  const give = ({ channel, pcm }: AudioFrame): void => {
    for (const socket of sockets[channel]) {
      if (socket.bufferedAmount + pcm.length <= bytesOf(channel, capMs)) socket.send(pcm, { binary: true });
    }
  };
  const remove = (channel: AudioChannel, socket: WebSocket): void => {
    sockets[channel].delete(socket);
    if (sockets.bot.size + sockets.user.size > 0) return;
    unlisten?.();
    unlisten = undefined;
  };
  return {
    leg,
    subscribe: (channel, socket) => {
      sockets[channel].add(socket);
      socket.once('close', () => remove(channel, socket));
      unlisten ??= leg.onAudio(give);
    },
    end: (code) => {
      unlisten?.();
      unlisten = undefined;
      for (const socket of [...sockets.bot, ...sockets.user]) closeAfter(socket, code);
    },
  };
}

function closeAfter(socket: WebSocket, code: number): void {
  socket.close(code);
  const patience = setTimeout(() => socket.terminate(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(patience));
}
