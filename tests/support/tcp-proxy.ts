import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy to a server, with the faults of a network. */
export interface TcpProxy {
  port: number;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Accepts data and responds to nothing, like a server that hangs. */
  freeze(): void;
  /** From now on the open connections carry nothing, and do not end: half-open. New ones work. */
  silence(): void;
  /** Passes everything on this much later, in each direction. */
  delay(ms: number): void;
  /** Ends every fault. Connections that may have lost data are closed. */
  restore(): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let delayMs = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const pass = (from: Socket, to: Socket): void => {
    const send = (chunk: Buffer): void => {
      if (state === 'open' && !silent.has(from)) to.write(chunk);
    };
    from.on('data', (chunk) => {
      if (delayMs === 0) send(chunk);
      else void sleep(delayMs).then(() => send(chunk));
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    keep(upstream);
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      endAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    silence: () => sockets.forEach((socket) => silent.add(socket)),
    delay: (ms) => {
      delayMs = ms;
    },
    restore: () => {
      state = 'open';
      delayMs = 0;
      endAll();
    },
    stop: async () => {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
