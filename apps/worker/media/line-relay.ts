import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { keepAlive } from '../../../shared/adapters/media/keep-alive';
import { callReportSchema } from '../../../shared/adapters/telephony/twilio/callback';
import type { LineHandlers } from '../../../shared/adapters/telephony/twilio/line-endpoint';

const maxReportBytes = 4_096;
/** A message of 20 ms has 500 bytes; an API process that sends more is not one of ours. */
const socketOptions = { noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false };
const pingIntervalMs = 10_000;

/** The websockets of lines' audio that API processes relay. */
export const createLineSockets = (): WebSocketServer => new WebSocketServer(socketOptions);

/** Takes a report that an API process relays. */
export function acceptReport(line: LineHandlers, req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxReportBytes) chunks.push(chunk);
  });
  req.on('end', () => {
    const report = callReportSchema.safeParse(parseJson(Buffer.concat(chunks).toString())).data;
    if (report !== undefined) line.onReport(report);
    res.writeHead(report === undefined ? 400 : 202, { connection: 'close' }).end();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes the websocket of a call's audio that an API process relays. One whose host vanished is terminated. */
export function acceptLineMedia(
  sockets: WebSocketServer,
  line: LineHandlers,
  { req, socket, head }: { req: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  sockets.handleUpgrade(req, socket, head, (peer) => {
    // A leg that does not take it only closes it.
    peer.on('error', () => peer.terminate());
    keepAlive(peer, pingIntervalMs);
    line.onMedia(peer);
  });
}
