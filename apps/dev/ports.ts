import { connect, createServer } from 'node:net';

const PROBE_MS = 500;
const ATTEMPTS = 3;

/** The port wanted when nobody holds it, else one that is free. Nobody's server is ever taken for ours. */
export async function freePort(wanted: number, host = '127.0.0.1'): Promise<number> {
  // Some systems let a second server bind next to one on all addresses, so asking for the port alone does not tell.
  const taken = wanted !== 0 && (await answers(wanted, host));
  const port = taken ? undefined : await tryToBind(wanted, host);
  return (
    port ??
    (await tryToBind(0, host)) ??
    Promise.reject(new Error(`Nothing can listen on ${host}: is HOST an address of this machine?`))
  );
}

/**
 * Starts something on the ports wanted, or on free ones. Another program may take a port between our look and its use; then
 * the start is tried again on others.
 */
export async function onFreePorts<Name extends string, Started>(
  wanted: Record<Name, number>,
  host: string,
  start: (ports: Record<Name, number>) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = { ...wanted };
    for (const name of Object.keys(wanted) as Name[]) ports[name] = await freePort(wanted[name], host);
    try {
      return await start(ports);
    } catch (error) {
      const taken = await Promise.all(Object.values<number>(ports).map((port) => answers(port, host)));
      if (attempt === ATTEMPTS || !taken.includes(true)) throw error;
    }
  }
}

/** Whether something accepts connections there. */
export function answers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host, timeout: PROBE_MS });
    const end = (result: boolean) => {
      socket.destroy();
      done(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

function tryToBind(port: number, host: string): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
