import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server that a test can cut and restore. */
export interface SwitchableProxy {
  port: number;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Accepts data and responds to nothing, like a server that hangs. */
  freeze(): void;
  stop(): Promise<void>;
}

export async function startSwitchableProxy(target: { host: string; port: number }): Promise<SwitchableProxy> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (state === 'open') to.write(chunk);
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
    restore: () => {
      state = 'open';
      endAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    stop: async () => {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
