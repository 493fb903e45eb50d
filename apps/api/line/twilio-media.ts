import type { IncomingMessage, Server } from 'node:http';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { type Handshake, onHandshake, refuseHandshake } from '../../../shared/adapters/media/handshakes';
import { keepAlive } from '../../../shared/adapters/media/keep-alive';
import { isLinePath } from '../../../shared/adapters/telephony/twilio/line-urls';
import { verifySignature } from '../../../shared/adapters/telephony/twilio/signature';
import type { TwilioLineDeps } from './twilio-callbacks';

/** Relays the audio of calls between Twilio and the workers that handle them. */
export interface TwilioMediaRelay {
  /** Whether an upgrade request is for this relay. */
  accepts(req: IncomingMessage): boolean;
  /** Handles the websocket handshakes of a server that are for this relay, and leaves the others alone. */
  attach(server: Server): void;
  /** Breaks off every call's audio: what is still spoken here ends. */
  close(): void;
}

export type TwilioMediaDeps = Pick<
  TwilioLineDeps,
  'authToken' | 'publicUrl' | 'urls' | 'worker' | 'findWorker' | 'logger'
>;

/** More than ten seconds of audio: a peer that reads so slowly is lost. */
const maxBacklogBytes = 256 * 1024;
const socketOptions = { noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false };
const pingIntervalMs = 10_000;

const pathOf = (req: IncomingMessage): string => (req.url ?? '').split('?', 1)[0] ?? '';

export function createTwilioMediaRelay(deps: TwilioMediaDeps): TwilioMediaRelay {
  const sockets = new WebSocketServer(socketOptions);
  const accepts = (req: IncomingMessage): boolean => isLinePath(pathOf(req));
  return {
    accepts,
    attach: (server) =>
      onHandshake(server, {
        accepts,
        open: (handshake) => onUpgrade(deps, { ...handshake, sockets }),
        refuse: ({ socket }) => refuseHandshake(socket, 503),
      }),
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

async function onUpgrade(
  deps: TwilioMediaDeps,
  { req, socket, head, sockets }: Handshake & { sockets: WebSocketServer },
): Promise<void> {
  const { authToken, publicUrl, urls, worker, findWorker, logger } = deps;
  const address = urls.parse(pathOf(req).replace(/\/$/, ''));
  const header = req.headers['x-twilio-signature'];
  const signature = typeof header === 'string' ? header : undefined;
  const url = `${publicUrl.replace(/^http/, 'ws')}${(req.url ?? '').replace(/\/$/, '')}`;
  if (address?.purpose !== 'media' || !verifySignature(authToken, signature, { url })) {
    refuseHandshake(socket, 403);
    return;
  }
  const { attemptKey } = address;
  const workerAddress = await findWorker(attemptKey);
  if (workerAddress === undefined) throw new Error('No worker handles the call.');
  // First, so that nothing of Twilio's is lost.
  const peer = await worker.connect(workerAddress, attemptKey);
  if (!socket.writable) {
    peer.terminate();
    return;
  }
  const handshake = { isJoined: false };
  try {
    sockets.handleUpgrade(req, socket, head, (twilio) => {
      handshake.isJoined = true;
      join(twilio, peer);
      twilio.once('close', (code) => logger.info({ callId: attemptKey, code }, 'twilio.media_closed'));
    });
  } finally {
    // A handshake that is refused has no websocket, and nothing else would close the worker's.
    if (!handshake.isJoined) peer.terminate();
  }
}

/** Passes on all messages both ways. If one side is lost the other one is closed without a word: the call broke off. */
function join(twilio: WebSocket, worker: WebSocket): void {
  pass(twilio, worker);
  pass(worker, twilio);
  keepAlive(twilio, pingIntervalMs);
}

function pass(from: WebSocket, to: WebSocket): void {
  from.on('message', (data: RawData, isBinary: boolean) => {
    if (to.readyState !== WebSocket.OPEN || isBinary) return;
    if (to.bufferedAmount > maxBacklogBytes) to.terminate();
    else to.send(data as Buffer, { binary: false });
  });
  from.on('error', () => from.terminate());
  from.once('close', () => {
    // What was passed on before is sent first.
    if (to.readyState === WebSocket.OPEN) to.close(1000);
    setTimeout(() => to.terminate(), closeTimeoutMs).unref();
  });
}

const closeTimeoutMs = 2_000;
