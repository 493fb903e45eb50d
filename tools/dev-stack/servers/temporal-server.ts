import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { DevStack } from '../config';
import type { TemporalServer } from '../obtain/temporal-server';
import type { Program } from '../processes/keep-running';
import { isListening } from '../ports';
import { HANG_LIMIT_MS } from '../processes/liveness';
import { waitUntil } from '../processes/wait-until';
import { databases, databaseUser } from './postgresql';

/** The services of a production server; each may run in a process of its own. */
export const temporalServices = ['frontend', 'history', 'matching', 'worker'] as const;
export type TemporalService = (typeof temporalServices)[number];

/** Where a service listens: for requests, and for the other services' messages about who is a member. */
export interface ServicePorts {
  host: string;
  grpc: number;
  membership: number;
}

/** A production server: the addresses of its services and its database. */
export interface TemporalServerRun {
  services: Record<TemporalService, ServicePorts>;
  postgresPort: number;
  /** Where the configuration is written. */
  dir: string;
}

/** Services hand over their shards before they end. */
const STOP_GRACE_MS = 8_000;

/** Reads a value as the dev server's command line does: JSON, else text. */
function parseValue(value: boolean | number | string): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value;
  }
}

/** The dynamic configuration as the server's file has it. */
export const buildDynamicConfig = (values: DevStack['temporal']['dynamicConfig']): string =>
  stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [{ value: parseValue(value) }]])));

/**
 * The server's configuration file, for a process that runs on one address.
 * @param host the address by which the other services reach this process
 */
export function buildServerConfig({ cluster }: DevStack, run: TemporalServerRun, host: string): string {
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `127.0.0.1:${run.postgresPort}`,
      connectProtocol: 'tcp',
      user: databaseUser,
      password: '',
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  });
  const { frontend } = run.services;
  return stringify({
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: cluster.historyShards,
      datastores: { main: store(databases.main.name, 20), visibility: store(databases.visibility.name, 10) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: host } },
    services: Object.fromEntries(
      Object.entries(run.services).map(([name, { host: bindOnIP, grpc, membership }]) => [
        name,
        { rpc: { grpcPort: grpc, membershipPort: membership, bindOnIP } },
      ]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `${frontend.host}:${frontend.grpc}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: `${frontend.host}:${frontend.grpc}` },
    dynamicConfigClient: { filepath: join(run.dir, 'dynamic-config.yaml'), pollInterval: '10s' },
  });
}

/** Writes the configuration for the services of one process. @returns the arguments with which the server starts them */
export function writeServerConfig(
  stack: DevStack,
  run: TemporalServerRun,
  services: readonly TemporalService[],
): string[] {
  mkdirSync(run.dir, { recursive: true });
  writeFileSync(join(run.dir, 'dynamic-config.yaml'), buildDynamicConfig(stack.temporal.dynamicConfig));
  const file = join(run.dir, `${services.join('-')}.yaml`);
  const { host } = run.services[services[0] ?? 'frontend'];
  writeFileSync(file, buildServerConfig(stack, run, host));
  return ['--config-file', file, '--allow-no-auth', 'start', ...services.flatMap((name) => ['--service', name])];
}

/** Creates the program of one service. It is ready when its port is open. */
export function createTemporalServiceProgram(
  stack: DevStack,
  { server }: TemporalServer,
  run: TemporalServerRun,
  service: TemporalService,
): Omit<Program, 'show'> {
  const { host, grpc } = run.services[service];
  return {
    name: `temporal-${service}`,
    command: { command: server, args: writeServerConfig(stack, run, [service]) },
    ready: (_waitForLine, report) => {
      const check = async () => {
        if (!(await isListening(grpc, host))) throw new Error('its port is not open yet');
      };
      return waitUntil(`The service ${service} of Temporal is not ready`, HANG_LIMIT_MS, check, report);
    },
    graceMs: STOP_GRACE_MS,
  };
}
