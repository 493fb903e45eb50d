import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ClientInterceptors,
} from '@temporalio/client';
import type { TemporalSettings } from '../../config/temporal-settings';
import { connectionOptions, watchTlsFiles, type TlsReload } from './connection-options';

export interface Temporal {
  client: Client;
  /** Rejects when the server does not respond within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Requests in flight on a replaced connection may complete within this time. */
const replacedConnectionMs = 30_000;

/**
 * A connection that is replaced by a new one when the TLS files change. Clients hold the outer object, which passes
 * every access on to the current connection.
 */
function createReloadingConnection(
  settings: TemporalSettings,
  connect: (options: ReturnType<typeof connectionOptions>) => Connection,
  reload: TlsReload | undefined,
) {
  let current = connect(connectionOptions(settings));
  const replaced = new Set<Connection>();
  const closeReplaced = async (connection: Connection): Promise<void> => {
    if (replaced.delete(connection)) await connection.close();
  };
  const replace = (options: ReturnType<typeof connectionOptions>): void => {
    const previous = current;
    current = connect(options);
    replaced.add(previous);
    setTimeout(() => void closeReplaced(previous), replacedConnectionMs).unref();
  };
  const stop = reload === undefined ? () => undefined : watchTlsFiles(settings, replace, reload);
  const connection = new Proxy(current, {
    get: (_first, name) => {
      const value: unknown = Reflect.get(current, name, current);
      return typeof value === 'function' ? (value.bind(current) as unknown) : value;
    },
  });
  const close = async (): Promise<void> => {
    stop();
    await Promise.all([...replaced].map(closeReplaced));
    await current.close();
  };
  return { connection, close };
}

/**
 * Connects lazily, so that a process starts and keeps running while Temporal is unavailable.
 * @param reload reads the TLS files again when they change; without it they are read once
 * @throws if a TLS file cannot be used
 */
export function createTemporal(
  settings: TemporalSettings,
  interceptors: ClientInterceptors = {},
  reload?: TlsReload,
): Temporal {
  const retries = createRetries();
  const connect = (options: ReturnType<typeof connectionOptions>): Connection =>
    Connection.lazy({ ...options, interceptors: [retries.interceptor], connectTimeout: '2s' });
  const { connection, close } = createReloadingConnection(settings, connect, reload);
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE, interceptors });
  return {
    client,
    ping: async () => {
      await connection.withDeadline(Date.now() + 2_000, () =>
        connection.workflowService.describeNamespace({ namespace: settings.TEMPORAL_NAMESPACE }),
      );
    },
    close: async () => {
      await retries.stop();
      await close();
    },
  };
}

/** Timers fire in order, but with a resolution of a millisecond. */
const timerSlackMs = 5;

/** Creates retries that can be stopped, because a retry after the connection is closed throws from its timer. */
function createRetries() {
  const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
  let stopped = false;
  let lastRetryMs = 0;
  return {
    interceptor: makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !stopped && retryableDecider(attempt, status),
      delayFunction: (attempt, status) => {
        const delayMs = delayFunction(attempt, status);
        lastRetryMs = Math.max(lastRetryMs, Date.now() + delayMs);
        return delayMs;
      },
    }),
    /** Schedules no more retries, and waits until the last scheduled one has started. */
    stop: async (): Promise<void> => {
      stopped = true;
      const remainingMs = lastRetryMs - Date.now();
      if (remainingMs > 0) await sleep(remainingMs + timerSlackMs);
    },
  };
}
