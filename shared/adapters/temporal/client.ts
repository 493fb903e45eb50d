import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ClientInterceptors,
} from '@temporalio/client';

/** How to reach Temporal: a local server, a cluster or Temporal Cloud. */
export interface TemporalSettings {
  TEMPORAL_ADDRESS: string;
  TEMPORAL_NAMESPACE: string;
  TEMPORAL_API_KEY?: string | undefined;
  TEMPORAL_TLS?: boolean | undefined;
}

/** Connection options that the client's and the worker's kind of connection share. An API key implies TLS. */
export const connectionOptions = (settings: TemporalSettings) => ({
  address: settings.TEMPORAL_ADDRESS,
  tls: settings.TEMPORAL_TLS ?? settings.TEMPORAL_API_KEY !== undefined,
  ...(settings.TEMPORAL_API_KEY === undefined ? {} : { apiKey: settings.TEMPORAL_API_KEY }),
});

export interface Temporal {
  client: Client;
  /** Rejects when the server does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily: a process starts, and goes on, while Temporal is away. */
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
      await retries.end();
      await connection.close();
    },
  };
}

/** Timers of one process fire in order, to the millisecond. */
const timerSlackMs = 5;

/** The client's own retries, which can be ended: one whose time comes when the connection is closed throws from its timer. */
function createRetries() {
  const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
  let ended = false;
  let lastMs = 0;
  return {
    interceptor: makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !ended && retryableDecider(attempt, status),
      delayFunction: (attempt, status) => {
        const delayMs = delayFunction(attempt, status);
        lastMs = Math.max(lastMs, Date.now() + delayMs);
        return delayMs;
      },
    }),
    /** Begins no more, and waits until the last that was planned has begun. */
    end: async (): Promise<void> => {
      ended = true;
      const leftMs = lastMs - Date.now();
      if (leftMs > 0) await sleep(leftMs + timerSlackMs);
    },
  };
}
