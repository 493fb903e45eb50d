import { request } from 'undici';
import { WebSocket } from 'ws';
import { type MediaRequest, formatMediaPath } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { AudioChannel } from '../../../shared/domain/audio/format';

/** The worker that carries a call, asked over our own network. */
export interface CallWorkerClient {
  /** @throws {CallWorkerUnreachableError} when the worker cannot be reached, {CallGoneError} when it does not carry the call any more */
  subscribe(call: CallRecord, channel: AudioChannel): Promise<WebSocket>;
  /** Tells the worker to hang up at once instead of at its next look at the record; quiet when it cannot be told. */
  hangUp(call: CallRecord): Promise<void>;
}

/** The worker that carries the call cannot be reached. */
export class CallWorkerUnreachableError extends Error {
  override name = 'CarrierAwayError';
}
/** The worker was reached, and does not carry the call any more. */
export class CallEndedError extends Error {
  override name = 'CallGoneError';
}

const connectTimeoutMs = 3_000;
const hangUpTimeoutMs = 1_000;
/** The worker pings every 30 s, whether there is audio or not: one that says nothing for two rounds is gone. */
const defaultSilenceTimeoutMs = 65_000;

export function createCallWorkerClient(
  tokens: MediaTokens,
  nowMs: () => number,
  silenceTimeoutMs = defaultSilenceTimeoutMs,
): CallWorkerClient {
  const headers = (callId: string) => ({ authorization: `Bearer ${tokens.sign(callId, nowMs())}` });
  const addressOf = ({ ID, MediaAddress }: CallRecord): string => {
    if (MediaAddress === undefined) throw new CallWorkerUnreachableError(`Nobody serves the audio of call ${ID}.`);
    return MediaAddress;
  };
  return {
    subscribe: async (call, channel) => {
      const asked: MediaRequest = { ask: 'hear', callId: call.ID, channel };
      const socket = new WebSocket(`ws://${addressOf(call)}${formatMediaPath(asked)}`, {
        headers: headers(call.ID),
        handshakeTimeout: connectTimeoutMs,
        perMessageDeflate: false,
        // A frame is below 1 kB.
        maxPayload: 4_096,
        followRedirects: false,
      });
      await waitUntilOpen(socket);
      terminateWhenSilent(socket, silenceTimeoutMs);
      return socket;
    },
    hangUp: async (call) => {
      if (call.MediaAddress === undefined) return;
      const url = `http://${call.MediaAddress}${formatMediaPath({ ask: 'hang_up', callId: call.ID })}`;
      const signal = AbortSignal.timeout(hangUpTimeoutMs);
      const answer = await request(url, { method: 'POST', headers: headers(call.ID), signal });
      await answer.body.dump();
    },
  };
}

const waitUntilOpen = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate();
      const ended = response.statusCode === 404;
      const message = `The worker answered ${response.statusCode ?? 'nothing'}.`;
      reject(ended ? new CallEndedError(message) : new CallWorkerUnreachableError(message));
    });
    // Stays on: a socket that breaks later says so by its close.
    socket.on('error', (error) =>
      reject(new CallWorkerUnreachableError('The worker that carries the call cannot be reached.', { cause: error })),
    );
  });

/** A host that vanished ends no connection: nothing comes any more, and that is all. */
function terminateWhenSilent(socket: WebSocket, timeoutMs: number): void {
  const timer = setTimeout(() => socket.terminate(), timeoutMs).unref();
  const resetTimer = (): void => void timer.refresh();
  socket.on('message', resetTimer);
  socket.on('ping', resetTimer);
  socket.once('close', () => clearTimeout(timer));
}
