import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to an API that loses answers: the API has done what it was asked, and the client does not learn it. */
export interface LosingProxy {
  url: string;
  /** Loses the answers to the next requests whose method and path match. */
  lose: (count: number, matches: (method: string, path: string) => boolean) => void;
  /** Refuses everything, as while the API restarts. */
  goDown: () => void;
  comeBack: () => void;
  stop: () => Promise<void>;
}

/** Starts a proxy on loopback. @param target the URL of the API */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  let isDown = false;
  let left = 0;
  let matches = (_method: string, _path: string): boolean => false;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (isDown) {
      incoming.socket.destroy();
      return;
    }
    const isLost = left > 0 && matches(method, url);
    if (isLost) left -= 1;
    const upstream = request(new URL(url, target), { method, headers }, (answer) => {
      if (isLost) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      // A browser repeats what is lost on a connection that it has used before.
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.pipe(outgoing);
    });
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  };
  const server = createServer(forward);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (count, which) => {
      left = count;
      matches = which;
    },
    goDown: () => {
      isDown = true;
      server.closeAllConnections();
    },
    comeBack: () => {
      isDown = false;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
