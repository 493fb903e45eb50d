import { request } from 'undici';
import { WebSocket } from 'ws';
import { type MediaAsk, mediaPath } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { AudioChannel } from '../../../shared/domain/audio/format';

/** The worker that carries a call, asked over our own network. */
export interface Carrier {
  /** @throws {CarrierAwayError} when the worker cannot be reached, {CallGoneError} when it does not carry the call any more */
  hear(call: CallRecord, channel: AudioChannel): Promise<WebSocket>;
  /** Tells the worker to hang up at once instead of at its next look at the record; quiet when it cannot be told. */
  hangUp(call: CallRecord): Promise<void>;
}

/** The worker that carries the call cannot be reached. */
export class CarrierAwayError extends Error {
  override name = 'CarrierAwayError';
}
/** The worker was reached, and does not carry the call any more. */
export class CallGoneError extends Error {
  override name = 'CallGoneError';
}

const connectWithinMs = 3_000;
const hangUpWithinMs = 1_000;
/** The worker pings every 30 s, whether there is audio or not: one that says nothing for two rounds is gone. */
const silentForMs = 65_000;

export function createCarrier(tokens: MediaTokens, nowMs: () => number, goneAfterMs = silentForMs): Carrier {
  const headers = (callId: string) => ({ authorization: `Bearer ${tokens.sign(callId, nowMs())}` });
  const addressOf = ({ ID, MediaAddress }: CallRecord): string => {
    if (MediaAddress === undefined) throw new CarrierAwayError(`Nobody serves the audio of call ${ID}.`);
    return MediaAddress;
  };
  return {
    hear: async (call, channel) => {
      const asked: MediaAsk = { ask: 'hear', callId: call.ID, channel };
      const socket = new WebSocket(`ws://${addressOf(call)}${mediaPath(asked)}`, {
        headers: headers(call.ID),
        handshakeTimeout: connectWithinMs,
        perMessageDeflate: false,
        // A frame is below 1 kB.
        maxPayload: 4_096,
        followRedirects: false,
      });
      await opened(socket);
      endWhenSilent(socket, goneAfterMs);
      return socket;
    },
    hangUp: async (call) => {
      if (call.MediaAddress === undefined) return;
      const url = `http://${call.MediaAddress}${mediaPath({ ask: 'hang_up', callId: call.ID })}`;
      const signal = AbortSignal.timeout(hangUpWithinMs);
      const answer = await request(url, { method: 'POST', headers: headers(call.ID), signal });
      await answer.body.dump();
    },
  };
}

const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate();
      const gone = response.statusCode === 404;
      const words = `The worker answered ${response.statusCode ?? 'nothing'}.`;
      reject(gone ? new CallGoneError(words) : new CarrierAwayError(words));
    });
    // Stays on: a socket that breaks later says so by its close.
    socket.on('error', (error) =>
      reject(new CarrierAwayError('The worker that carries the call cannot be reached.', { cause: error })),
    );
  });

/** A host that vanished ends no connection: nothing comes any more, and that is all. */
function endWhenSilent(socket: WebSocket, afterMs: number): void {
  const patience = setTimeout(() => socket.terminate(), afterMs).unref();
  const heard = (): void => void patience.refresh();
  socket.on('message', heard);
  socket.on('ping', heard);
  socket.once('close', () => clearTimeout(patience));
}
