import { Client, Connection, type ClientInterceptors } from '@temporalio/client';

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
  const connection = Connection.lazy({ ...connectionOptions(settings), connectTimeout: '2s' });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE, interceptors });
  return {
    client,
    ping: async () => {
      await connection.withDeadline(Date.now() + 2_000, () =>
        connection.workflowService.describeNamespace({ namespace: settings.TEMPORAL_NAMESPACE }),
      );
    },
    close: () => connection.close(),
  };
}
