import { createServer, type Server } from 'node:net';
import { findFreePort, startOnFreePorts } from '../../../tools/dev-stack/ports';

const LOOPBACK = '127.0.0.1';
const servers: Server[] = [];
const listen = (port: number) =>
  new Promise<number>((done) => {
    const server = createServer().listen(port, LOOPBACK, () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
    servers.push(server);
  });

afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('ports', () => {
  it('returns the preferred port if it is free, and another one if a server listens on it', async () => {
    const port = await findFreePort(0);
    expect(await findFreePort(port)).toBe(port);
    await listen(port);
    expect(await findFreePort(port)).not.toBe(port);
  });

  it('starts on another port when a program takes the first one in between', async () => {
    const wanted = await findFreePort(0);
    const tried: number[] = [];
    const started = await startOnFreePorts({ port: wanted }, LOOPBACK, async ({ port }) => {
      tried.push(port);
      if (tried.length > 1) return port;
      await listen(port);
      throw new Error('address in use');
    });
    expect(tried[0]).toBe(wanted);
    expect(started).toBe(tried[1]);
    expect(started).not.toBe(wanted);
  });

  it('does not retry a start that failed for another reason', async () => {
    let attempts = 0;
    const start = () => {
      attempts += 1;
      return Promise.reject(new Error('bad file'));
    };
    await expect(startOnFreePorts({ port: 0 }, LOOPBACK, start)).rejects.toThrow('bad file');
    expect(attempts).toBe(1);
  });

  it('reports a host that is not an address of this machine', async () => {
    await expect(findFreePort(0, '192.0.2.1')).rejects.toThrow('HOST');
  });
});
