import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { NativeConnection, Worker } from '@temporalio/worker';
import { keepConnection } from '../../../apps/worker/runtime';
import { createLogger } from '../../../shared/adapters/logger';
import { createTemporal } from '../../../shared/adapters/temporal/client';
import { connectionOptions } from '../../../shared/adapters/temporal/connection-options';
import { setting } from '../../support/setting';
import { temporalCertificates } from '../../support/temporal-certificates';
import { until } from '../../support/until';
import { quietRuntime } from '../../support/worker';

jest.setTimeout(60_000);
const folder = mkdtempSync(join(tmpdir(), 'outdial-tls-'));
const file = (name: string): string => join(folder, name);
const logged: string[] = [];
const logger = createLogger('test', 'info', { write: (line: string) => void logged.push(line) });

/** Terminates TLS in front of Temporal and accepts clients of the test authority only. */
let server: Server;
/** The clients that connected, by the name in their certificate. */
const clients: string[] = [];
beforeAll(async () => {
  quietRuntime();
  const [host = '', port = ''] = setting('OUTDIAL_TEST_TEMPORAL').split(':');
  const { authority, server: own } = temporalCertificates;
  const options = { ...own, ca: authority, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] };
  server = createServer(options, (socket: TLSSocket) => {
    clients.push(String(socket.getPeerCertificate().subject.CN));
    const upstream = connect(Number(port), host);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
    socket.pipe(upstream).pipe(socket);
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy());
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  clients.length = 0;
  logged.length = 0;
  useClient('client-1');
  writeFileSync(file('ca.pem'), temporalCertificates.authority);
});

function useClient(name: 'client-1' | 'client-2'): void {
  writeFileSync(file('key.pem'), temporalCertificates[name].key);
  writeFileSync(file('cert.pem'), temporalCertificates[name].cert);
}

const tlsSettings = () => ({
  TEMPORAL_ADDRESS: `127.0.0.1:${(server.address() as AddressInfo).port}`,
  TEMPORAL_NAMESPACE: 'default',
  TEMPORAL_TLS_CERT: file('cert.pem'),
  TEMPORAL_TLS_KEY: file('key.pem'),
  TEMPORAL_TLS_CA: file('ca.pem'),
  TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
});
const reload = { logger, intervalMs: 50 };

describe('a client of Temporal with its own certificate and authority', () => {
  it('presents its certificate, and the new one once the files have changed', async () => {
    const temporal = createTemporal(tlsSettings(), {}, reload);
    await temporal.ping();
    expect(clients).toEqual(['client-1']);
    useClient('client-2');
    await until(
      async () => {
        await temporal.ping();
        return clients.at(-1);
      },
      (name) => name === 'client-2',
    );
    // The workflow client uses the new connection too.
    await expect(temporal.client.workflow.getHandle('job/none').describe()).rejects.toThrow('not found');
    expect(clients).toEqual(['client-1', 'client-2']);
    await temporal.close();
  });

  it('keeps its connection while the files do not belong together or are missing', async () => {
    const temporal = createTemporal(tlsSettings(), {}, reload);
    await temporal.ping();
    const failures = () => logged.filter((line) => line.includes('engine.tls_reload_failed')).length;
    writeFileSync(file('key.pem'), temporalCertificates['client-2'].key);
    await until(failures, (count) => count > 0);
    await temporal.ping();
    rmSync(file('cert.pem'));
    const before = failures();
    await until(failures, (count) => count > before);
    await temporal.ping();
    expect(clients).toEqual(['client-1']);
    expect(logged.join('')).not.toContain('PRIVATE KEY');
    useClient('client-2');
    await until(
      () => logged.some((line) => line.includes('engine.tls_reloaded')),
      (reloaded) => reloaded,
    );
    await temporal.ping();
    expect(clients).toEqual(['client-1', 'client-2']);
    await temporal.close();
  });

  it('refuses a server of another authority or name', async () => {
    const { TEMPORAL_TLS_CA: _ca, ...withoutAuthority } = tlsSettings();
    const { TEMPORAL_TLS_SERVER_NAME: _name, ...withoutName } = tlsSettings();
    for (const settings of [withoutAuthority, withoutName]) {
      const temporal = createTemporal(settings);
      await expect(temporal.ping()).rejects.toThrow();
      await temporal.close();
    }
    expect(clients).toEqual([]);
  });
});

describe('a running worker', () => {
  it('polls through a connection with the new certificate once the files have changed', async () => {
    const settings = tlsSettings();
    const connection = await NativeConnection.connect(connectionOptions(settings));
    const activities = { erasePlace: () => Promise.resolve() };
    const taskQueue = `tls-${process.pid}`;
    const worker = await Worker.create({ connection, namespace: 'default', taskQueue, activities });
    const running = worker.run();
    const close = keepConnection(connection, { settings, logger, workers: [worker], intervalMs: 50 });
    try {
      useClient('client-2');
      await until(
        () => worker.connection !== connection && clients.at(-1) === 'client-2',
        (replaced) => replaced,
      );
      expect(worker.getState()).toBe('RUNNING');
      expect(logged.filter((line) => line.includes('failed'))).toEqual([]);
    } finally {
      worker.shutdown();
      await running;
      await close();
    }
  });
});
