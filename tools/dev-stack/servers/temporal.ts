import { Connection, type ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import type { DevStack } from '../config';
import { isListening } from '../ports';
import type { Program } from '../processes/keep-running';
import { waitUntil } from '../processes/wait-until';

/** How and where a dev server is to run. */
export interface TemporalRun {
  port: number;
  /** Without one there is no UI. */
  uiPort?: number;
  /** Without one nothing outlives the server. */
  dbFile?: string;
}

const READY_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const READY_LINE_TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Where a dev server of ours is reached. */
export const temporalAddressOf = (port: number) => `127.0.0.1:${port}`;

/** The command line of the dev server that `temporal-dev.yaml` describes. */
export function buildTemporalArgs({ temporal }: DevStack, { port, uiPort, dbFile }: TemporalRun): string[] {
  const pairs = (flag: string, values: Record<string, unknown>) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port)],
    ...['--namespace', temporal.namespace, '--log-format', 'json', '--log-level', 'warn'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(dbFile === undefined ? [] : ['--db-filename', dbFile, ...pairs('--sqlite-pragma', temporal.sqlitePragmas)]),
    ...pairs('--search-attribute', temporal.searchAttributes),
    ...pairs('--dynamic-config-value', temporal.dynamicConfig),
  ];
}

/** Our dev server, kept running. */
export function createTemporalProgram(stack: DevStack, executable: string, run: TemporalRun): Omit<Program, 'show'> {
  return {
    name: 'temporal',
    command: { command: executable, args: buildTemporalArgs(stack, run) },
    async ready(waitForLine) {
      // Other versions may word it otherwise; one that cannot have its port has ended long before.
      await waitForLine(/^\s*(Temporal )?Server:/, READY_LINE_TIMEOUT_MS).catch(() => undefined);
      await waitForTemporal(stack, run.port);
    },
    graceMs: 3_000,
  };
}

/** Waits for our dev server to have its namespace and search attributes, and sets how long closed workflows are kept. */
export async function waitForTemporal({ temporal }: DevStack, port: number): Promise<void> {
  const { namespace } = temporal;
  await waitUntil('Temporal does not serve', READY_TIMEOUT_MS, async () => {
    if (!(await isListening(port))) throw new Error('its port is not open yet');
    await withConnection({ address: temporalAddressOf(port) }, async (connection) => {
      await connection.workflowService.describeNamespace({ namespace });
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      const missing = Object.keys(temporal.searchAttributes).filter((name) => !(name in customAttributes));
      if (missing.length > 0) throw new Error(`search attributes not registered yet: ${missing.join(', ')}`);
      const workflowExecutionRetentionTtl = msToTs(temporal.retentionHours * HOUR_MS);
      await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
    });
  });
}

/** Where a Temporal that is not ours is, and how one gets in. */
export interface ExternalTemporal {
  address: string;
  namespace: string;
  apiKey?: string | undefined;
  tls?: boolean | undefined;
}

/**
 * Checks that a Temporal that is not ours answers; nothing is changed there.
 * @throws {Error} that says what to look at
 */
export async function checkExternalTemporal({ address, namespace, apiKey, tls }: ExternalTemporal): Promise<void> {
  const options: ConnectionOptions = {
    address,
    tls: tls ?? apiKey !== undefined,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  try {
    await withConnection(options, (connection) => connection.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `TEMPORAL_ADDRESS is ${address}, but namespace "${namespace}" does not answer there: ${why.replace(/\.$/, '')}. ` +
        'Check TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY and TEMPORAL_TLS, or unset TEMPORAL_ADDRESS for a local one.',
      { cause: error },
    );
  }
}

async function withConnection<T>(options: ConnectionOptions, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    return await connection.withDeadline(Date.now() + CONNECT_TIMEOUT_MS, () => use(connection));
  } finally {
    await connection.close();
  }
}
