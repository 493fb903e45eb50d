import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeProcess, type Registry } from './registry';

/** Serves the metrics of a process on a dedicated port. */
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

/**
 * Serves `GET /metrics` only, without authentication: the port must be reachable by Prometheus alone.
 * @returns `undefined` when the port is 0
 * @throws when the address is not available
 */
export async function serveMetrics(registry: Registry, settings: MetricsSettings): Promise<MetricsServer | undefined> {
  if (settings.METRICS_PORT === 0) return undefined;
  return listen(registry, { host: settings.METRICS_HOST, port: settings.METRICS_PORT });
}

/** @param address port 0 selects a free port */
export async function listen(registry: Registry, address: { host: string; port: number }): Promise<MetricsServer> {
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
