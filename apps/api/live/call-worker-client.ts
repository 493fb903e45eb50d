import { WebSocket } from 'ws';
import { createHangUpClient, type CallHangUp } from '../../../shared/adapters/media/hang-up-client';
import { type MediaRequest, formatMediaPath } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { AudioChannel } from '../../../shared/domain/audio/format';
import type { CallSummary } from '../../../shared/domain/call/call-record';

/** A client of the worker that handles a call, over the internal network. */
export interface CallWorkerClient extends CallHangUp {
  /**
   * @throws {CallWorkerUnreachableError} if the worker cannot be reached, {CallEndedError} if it no longer handles the
   * call
   */
  subscribe(call: CallSummary, channel: AudioChannel): Promise<WebSocket>;
}

/** The worker that handles the call cannot be reached. */
export class CallWorkerUnreachableError extends Error {
  override name = 'CallWorkerUnreachableError';
}
/** The worker was reached but no longer handles the call. */
export class CallEndedError extends Error {
  override name = 'CallEndedError';
}

const connectTimeoutMs = 3_000;
/** The worker pings every 30 s, with or without audio: two missed pings mean that it is lost. */
const defaultSilenceTimeoutMs = 65_000;

export function createCallWorkerClient(
  tokens: MediaTokens,
  nowMs: () => number,
  silenceTimeoutMs = defaultSilenceTimeoutMs,
): CallWorkerClient {
  const headers = (request: MediaRequest) => ({ authorization: `Bearer ${tokens.sign(request, nowMs())}` });
  const addressOf = ({ ID, MediaAddress }: CallSummary): string => {
    if (MediaAddress === undefined) throw new CallWorkerUnreachableError(`No worker serves the audio of call ${ID}.`);
    return MediaAddress;
  };
  return {
    ...createHangUpClient(tokens, nowMs),
    subscribe: async (call, channel) => {
      const request: MediaRequest = { action: 'listen', callId: call.ID, channel };
      const socket = new WebSocket(`ws://${addressOf(call)}${formatMediaPath(request)}`, {
        headers: headers(request),
        handshakeTimeout: connectTimeoutMs,
        perMessageDeflate: false,
        // A frame is smaller than 1 kB.
        maxPayload: 4_096,
        followRedirects: false,
      });
      await waitUntilOpen(socket);
      terminateWhenSilent(socket, silenceTimeoutMs);
      return socket;
    },
  };
}

const waitUntilOpen = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate();
      const ended = response.statusCode === 404;
      const message = `The worker responded with ${response.statusCode ?? 'no status'}.`;
      reject(ended ? new CallEndedError(message) : new CallWorkerUnreachableError(message));
    });
    // Stays attached: a socket that fails later is reported by its close event.
    socket.on('error', (error) =>
      reject(new CallWorkerUnreachableError('The worker that handles the call cannot be reached.', { cause: error })),
    );
  });

/** Detects a lost host, which never closes its connections. */
function terminateWhenSilent(socket: WebSocket, timeoutMs: number): void {
  const timer = setTimeout(() => socket.terminate(), timeoutMs).unref();
  const resetTimer = (): void => void timer.refresh();
  socket.on('message', resetTimer);
  socket.on('ping', resetTimer);
  socket.once('close', () => clearTimeout(timer));
}
