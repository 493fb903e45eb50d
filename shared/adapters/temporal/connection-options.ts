import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TemporalSettings } from '../../config/temporal-settings';
import type { Logger } from '../logger';

/** The part of Temporal's TLS options that both its client and its worker accept. */
interface TlsOptions {
  clientCertPair?: { crt: Buffer; key: Buffer };
  serverRootCACertificate?: Buffer;
  serverNameOverride?: string;
}

const read = (file: string | undefined): Buffer | undefined => (file === undefined ? undefined : readFileSync(file));

/** @throws if a file is missing, is not PEM, or if certificate and key do not belong together */
function readTls(settings: TemporalSettings): TlsOptions | undefined {
  const [crt, key, ca] = [settings.TEMPORAL_TLS_CERT, settings.TEMPORAL_TLS_KEY, settings.TEMPORAL_TLS_CA].map(read);
  const serverName = settings.TEMPORAL_TLS_SERVER_NAME;
  if ([crt, ca, serverName].every((value) => value === undefined)) return undefined;
  // A file that is being replaced must not be used half-written, or with the key of its predecessor.
  if (ca !== undefined) new X509Certificate(ca);
  if (crt !== undefined && key !== undefined && !new X509Certificate(crt).checkPrivateKey(createPrivateKey(key)))
    throw new Error('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY do not belong together.');
  return {
    ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
    ...(ca === undefined ? {} : { serverRootCACertificate: ca }),
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
  };
}

/**
 * Reads the connection options for both clients and workers. An API key or a TLS file implies TLS.
 * @throws if a TLS file cannot be used
 */
export function connectionOptions(settings: TemporalSettings) {
  return {
    address: settings.TEMPORAL_ADDRESS,
    tls: readTls(settings) ?? settings.TEMPORAL_TLS ?? settings.TEMPORAL_API_KEY !== undefined,
    ...(settings.TEMPORAL_API_KEY === undefined ? {} : { apiKey: settings.TEMPORAL_API_KEY }),
  };
}
export type TemporalConnectionOptions = ReturnType<typeof connectionOptions>;

/** How often the TLS files are compared with what was read last. */
const defaultIntervalMs = 30_000;

export interface TlsReload {
  logger: Pick<Logger, 'info' | 'warn'>;
  intervalMs?: number | undefined;
}

/**
 * Reads the TLS files again when they change, and passes the new options on. Files are compared by content: mounted
 * secrets are replaced by links, which file events miss. Files that cannot be used are logged and read again.
 * @returns a function that stops it
 */
export function watchTlsFiles(
  settings: TemporalSettings,
  onChange: (options: TemporalConnectionOptions) => void | Promise<void>,
  { logger, intervalMs = defaultIntervalMs }: TlsReload,
): () => void {
  const files = [settings.TEMPORAL_TLS_CERT, settings.TEMPORAL_TLS_KEY, settings.TEMPORAL_TLS_CA];
  if (files.every((file) => file === undefined)) return () => undefined;
  const fingerprint = (): string => {
    const hash = createHash('sha256');
    for (const file of files) hash.update(read(file) ?? '').update('\0');
    return hash.digest('hex');
  };
  let used = fingerprint();
  let busy = false;
  const check = async (): Promise<void> => {
    const current = fingerprint();
    if (current === used) return;
    await onChange(connectionOptions(settings));
    used = current;
    logger.info('engine.tls_reloaded');
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    check()
      .catch((error: unknown) => logger.warn({ err: error }, 'engine.tls_reload_failed'))
      .finally(() => (busy = false));
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
