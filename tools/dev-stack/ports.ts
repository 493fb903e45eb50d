import { connect, createServer } from 'node:net';

/** An address of this machine accepts or refuses at once; only a foreign one does not answer. */
const PROBE_TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 3;

/** Finds a port: the preferred one if it is free, else any free one. Never returns a port on which a server listens. */
export async function findFreePort(preferred: number, host = '127.0.0.1'): Promise<number> {
  // Some systems let a server bind to one address while another server holds the port on all addresses, so binding alone
  // proves nothing.
  const isTaken = preferred !== 0 && (await isListening(preferred, host));
  const port = isTaken ? undefined : await tryToBind(preferred, host);
  return (
    port ??
    (await tryToBind(0, host)) ??
    Promise.reject(new Error(`Cannot listen on ${host}: is HOST an address of this machine?`))
  );
}

/**
 * Starts a server on the preferred ports, or on free ones. Another program may take a port between the check and its use;
 * then the start is repeated on other ports.
 */
export async function startOnFreePorts<Name extends string, Started>(
  preferred: Record<Name, number>,
  host: string,
  start: (ports: Record<Name, number>) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = { ...preferred };
    for (const name of Object.keys(preferred) as Name[]) ports[name] = await findFreePort(preferred[name], host);
    try {
      return await start(ports);
    } catch (error) {
      const taken = await Promise.all(Object.values<number>(ports).map((port) => isListening(port, host)));
      if (attempt === MAX_ATTEMPTS || !taken.includes(true)) throw error;
    }
  }
}

/** Whether a server accepts connections on this port. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host, timeout: PROBE_TIMEOUT_MS });
    const finish = (result: boolean) => {
      socket.destroy();
      done(result);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
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
