import { Connection, type ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { connectionOptions } from '../../../shared/adapters/temporal/connection-options';
import { createNamespace, registerAttributes } from '../../../shared/adapters/temporal/namespace-setup';
import type { TemporalSettings } from '../../../shared/config/temporal-settings';
import type { DevStack } from '../config';
import { isListening } from '../ports';
import type { Program } from '../processes/keep-running';
import { HANG_LIMIT_MS } from '../processes/liveness';
import { waitUntil } from '../processes/wait-until';
import type { Report } from '../terminal';

/** The ports and the file of a local dev server. */
export interface TemporalRun {
  port: number;
  /** If absent, the server has no UI. */
  uiPort?: number;
  /** If absent, the server keeps its state in memory. */
  dbFile?: string;
}

const CONNECT_TIMEOUT_MS = 30_000;
const READY_LINE_TIMEOUT_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The address of a local dev server. */
export const temporalAddressOf = (port: number) => `127.0.0.1:${port}`;

/** The arguments of the dev server that `temporal-dev.yaml` describes. */
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

/**
 * Creates the program of the local dev server. It yields to the API, the database and a worker that plays audio: without that,
 * an import tripled the time of other requests.
 */
export function createTemporalProgram(stack: DevStack, executable: string, run: TemporalRun): Omit<Program, 'show'> {
  return {
    name: 'temporal',
    command: { command: executable, args: buildTemporalArgs(stack, run), priority: 'low' },
    async ready(waitForLine, report) {
      // Other versions may print another line. A server whose port is taken has exited long before this time.
      const anotherLine = new Promise((done) => setTimeout(done, READY_LINE_TIMEOUT_MS).unref());
      await Promise.race([waitForLine(/^\s*(Temporal )?Server:/), anotherLine]);
      await waitForTemporal(stack, run.port, report);
    },
    graceMs: 3_000,
  };
}

/** Waits until the dev server has its namespace and search attributes, then sets the retention of closed workflows. */
export async function waitForTemporal({ temporal }: DevStack, port: number, report?: Report): Promise<void> {
  const check = async () => {
    if (!(await isListening(port))) throw new Error('its port is not open yet');
    await withConnection({ address: temporalAddressOf(port) }, async (connection) => {
      await checkNamespace(temporal, connection);
      const { namespace } = temporal;
      await connection.workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: retentionOf(temporal) },
      });
    });
  };
  await waitUntil('Temporal is not ready', HANG_LIMIT_MS, check, report);
}

const retentionOf = ({ retentionHours }: DevStack['temporal']) => msToTs(retentionHours * HOUR_MS);

async function checkNamespace({ namespace, searchAttributes }: DevStack['temporal'], connection: Connection) {
  await connection.workflowService.describeNamespace({ namespace });
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.keys(searchAttributes).filter((name) => !(name in customAttributes));
  if (missing.length > 0) throw new Error(`search attributes not registered yet: ${missing.join(', ')}`);
}

/** Each service of a production server reads the namespaces again this often. Until then it rejects what uses a new attribute. */
const NAMESPACE_REFRESH_MS = 2_000;

/**
 * Registers the namespace and the search attributes at a production server, by the requests that `temporal operator
 * namespace create` and `temporal operator search-attribute create` send; then waits until every service knows them.
 */
export async function registerNamespace({ temporal }: DevStack, address: string): Promise<void> {
  let registeredMs = 0;
  await waitUntil('Temporal is not ready', HANG_LIMIT_MS, () =>
    withConnection({ address }, async (connection) => {
      if (await registerMissing(temporal, connection)) registeredMs = Date.now();
      await checkNamespace(temporal, connection);
      await checkAttributesAreUsable(temporal, connection);
      // Only the frontend can be asked.
      if (Date.now() - registeredMs < NAMESPACE_REFRESH_MS)
        throw new Error('its services do not know the attributes yet');
    }),
  );
}

/** @returns whether anything was missing */
async function registerMissing({ namespace, retentionHours }: DevStack['temporal'], connection: Connection) {
  const isNew = await createNamespace(connection, namespace, retentionHours * HOUR_MS);
  const added = await registerAttributes(connection, namespace, Date.now() + CONNECT_TIMEOUT_MS);
  return isNew || added.length > 0;
}

/** An attribute may be listed and not be known to queries and starts yet. */
async function checkAttributesAreUsable(
  { namespace, searchAttributes }: DevStack['temporal'],
  connection: Connection,
): Promise<void> {
  const query = Object.keys(searchAttributes)
    .map((name) => `${name} IS NULL`)
    .join(' AND ');
  await connection.workflowService.countWorkflowExecutions({ namespace, query });
}

/**
 * Checks that an external Temporal responds, without changing it.
 * @throws {Error} that names the settings to check
 */
export async function checkExternalTemporal(settings: TemporalSettings): Promise<void> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = settings;
  try {
    await withConnection(connectionOptions(settings), (connection) =>
      connection.workflowService.describeNamespace({ namespace }),
    );
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new Error(
      `TEMPORAL_ADDRESS is ${address}, but namespace "${namespace}" does not respond: ${reason}. ` +
        'Check TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY and the settings TEMPORAL_TLS…, or unset TEMPORAL_ADDRESS for a local server.',
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
