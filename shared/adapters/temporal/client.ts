import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ClientInterceptors,
} from '@temporalio/client';

/** Connection settings of Temporal: a local server, a cluster or Temporal Cloud. */
export interface TemporalSettings {
  TEMPORAL_ADDRESS: string;
  TEMPORAL_NAMESPACE: string;
  TEMPORAL_API_KEY?: string | undefined;
  TEMPORAL_TLS?: boolean | undefined;
}

/** Connection options for both clients and workers. An API key implies TLS. */
export const connectionOptions = (settings: TemporalSettings) => ({
  address: settings.TEMPORAL_ADDRESS,
  tls: settings.TEMPORAL_TLS ?? settings.TEMPORAL_API_KEY !== undefined,
  ...(settings.TEMPORAL_API_KEY === undefined ? {} : { apiKey: settings.TEMPORAL_API_KEY }),
});

export interface Temporal {
  client: Client;
  /** Rejects when the server does not respond within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily, so that a process starts and keeps running while Temporal is unavailable. */
export function createTemporal(settings: TemporalSettings, interceptors: ClientInterceptors = {}): Temporal {
  const retries = createRetries();
  const options = { ...connectionOptions(settings), interceptors: [retries.interceptor] };
  const connection = Connection.lazy({ ...options, connectTimeout: '2s' });
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
      await connection.close();
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
