import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeProcess, type Registry } from './registry';

/** Serves the metrics and the probes of a process on a dedicated port. */
export interface MetricsServer {
  url: string;
  /** Must be called last, so that Prometheus can scrape the process while it shuts down. */
  close(): Promise<void>;
}

export interface MetricsSettings {
  METRICS_HOST: string;
  /** 0 disables the server. */
  METRICS_PORT: number;
}

/** Answers a readiness probe. Must not reject. */
export type ReadinessProbe = () => Promise<{ inService: boolean; body: object }>;

/**
 * Serves `GET /metrics`, `/healthz` (the process runs) and, with a probe, `/readyz`, without authentication: the port must be
 * reachable by Prometheus and what supervises the process alone.
 * @returns `undefined` when the port is 0
 * @throws when the address is not available
 */
export async function serveMetrics(
  registry: Registry,
  settings: MetricsSettings,
  readiness?: ReadinessProbe,
): Promise<MetricsServer | undefined> {
  if (settings.METRICS_PORT === 0) return undefined;
  return listen(registry, { host: settings.METRICS_HOST, port: settings.METRICS_PORT }, readiness);
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  text: `${JSON.stringify(body)}\n`,
});

/** What each path is answered with. */
const answersOf = (registry: Registry, readiness: ReadinessProbe | undefined) =>
  new Map<string | undefined, () => Promise<Answer>>([
    ['/metrics', async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() })],
    ['/healthz', () => Promise.resolve(json(200, { Status: 'ok' }))],
    ...(readiness === undefined
      ? []
      : [
          [
            '/readyz',
            async () => {
              const { inService, body } = await readiness();
              return json(inService ? 200 : 503, body);
            },
          ] as const,
        ]),
  ]);

/** @param address port 0 selects a free port */
export async function listen(
  registry: Registry,
  address: { host: string; port: number },
  readiness?: ReadinessProbe,
): Promise<MetricsServer> {
  const answers = answersOf(registry, readiness);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (req, res) => {
    const answer = req.method === 'GET' ? answers.get(req.url?.split('?', 1)[0]) : undefined;
    if (answer === undefined) {
      res.writeHead(404).end();
      return;
    }
    answer().then(
      ({ status, type, text }) => res.writeHead(status, { 'Content-Type': type }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  observeProcess(registry);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
