import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeProcess, type Registry } from './registry';

/** The metrics of a process, on a port of their own. */
export interface MetricsServer {
  url: string;
  /** Closed last, so that the end of a process can still be read. */
  close(): Promise<void>;
}

export interface MetricsSettings {
  METRICS_HOST: string;
  /** 0: not served. */
  METRICS_PORT: number;
}

/**
 * Serves `GET /metrics` and nothing else, without a key: for the network that Prometheus is in, and no other.
 * @returns `undefined` when it is switched off
 * @throws when the address cannot be had
 */
export async function serveMetrics(registry: Registry, settings: MetricsSettings): Promise<MetricsServer | undefined> {
  if (settings.METRICS_PORT === 0) return undefined;
  return listen(registry, { host: settings.METRICS_HOST, port: settings.METRICS_PORT });
}

/** @param at port 0 is a free one */
export async function listen(registry: Registry, at: { host: string; port: number }): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  observeProcess(registry);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${at.host.includes(':') ? `[${at.host}]` : at.host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
