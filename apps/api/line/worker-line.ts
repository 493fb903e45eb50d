import { request } from 'undici';
import { WebSocket } from 'ws';
import { formatMediaPath, type MediaRequest } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallReport } from '../../../shared/adapters/telephony/twilio/callback';

/** A client of the worker whose line a call uses, over the internal network. */
export interface WorkerLine {
  /** @returns `gone` if the worker does not handle the call, `unreachable` if it does not answer */
  report(address: string, callId: string, report: CallReport): Promise<'delivered' | 'gone' | 'unreachable'>;
  /** Connects the audio of a call. @throws if the worker does not handle the call, or cannot be reached */
  connect(address: string, callId: string): Promise<WebSocket>;
}

const timeoutMs = 3_000;
const maxMessageBytes = 64 * 1024;

export function createWorkerLine(tokens: Pick<MediaTokens, 'sign'>, nowMs: () => number): WorkerLine {
  const authorization = (of: MediaRequest): string => `Bearer ${tokens.sign(of, nowMs())}`;
  return {
    report: async (address, callId, report) => {
      const target: MediaRequest = { action: 'report', callId };
      try {
        const answer = await request(`http://${address}${formatMediaPath(target)}`, {
          method: 'POST',
          headers: { authorization: authorization(target), 'content-type': 'application/json' },
          body: JSON.stringify(report),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.body.dump();
        if (answer.statusCode === 202) return 'delivered';
        return answer.statusCode === 404 ? 'gone' : 'unreachable';
      } catch {
        return 'unreachable';
      }
    },
    connect: (address, callId) => {
      const target: MediaRequest = { action: 'line', callId };
      const socket = new WebSocket(`ws://${address}${formatMediaPath(target)}`, {
        headers: { authorization: authorization(target) },
        handshakeTimeout: timeoutMs,
        perMessageDeflate: false,
        maxPayload: maxMessageBytes,
        followRedirects: false,
      });
      return new Promise((resolve, reject) => {
        socket.once('open', () => resolve(socket));
        // Stays attached: the close event reports a socket that fails later.
        socket.on('error', reject);
      });
    },
  };
}
