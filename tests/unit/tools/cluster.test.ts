import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { clusterHosts } from '../../../tools/dev-stack/cluster';
import { loadDevStack } from '../../../tools/dev-stack/config';
import { showPostgresErrors, showTemporalErrors } from '../../../tools/dev-stack/processes/log-lines';
import { asUser, buildPostgresCommand } from '../../../tools/dev-stack/servers/postgresql';
import {
  buildDynamicConfig,
  buildServerConfig,
  temporalServices,
  writeServerConfig,
  type ServicePorts,
  type TemporalServerRun,
} from '../../../tools/dev-stack/servers/temporal-server';
import { chosenEngine } from '../../support/cluster-engine';

const stack = loadDevStack();
const ports = (host: string): ServicePorts => ({ host, grpc: 7233, membership: 6933 });
const { frontend, history, matching, worker } = clusterHosts.temporal;
const services = {
  frontend: ports(frontend),
  history: ports(history),
  matching: ports(matching),
  worker: ports(worker),
};
const run: TemporalServerRun = { services, postgresPort: 5433, dir: '/config' };

interface ServerConfig {
  persistence: {
    numHistoryShards: number;
    datastores: Record<string, { sql: { connectAddr: string; databaseName: string } }>;
  };
  global: { membership: { broadcastAddress: string } };
  services: Record<string, { rpc: { bindOnIP: string; grpcPort: number } }>;
  publicClient: { hostPort: string };
}

describe("the cluster's Temporal", () => {
  it('has each service on the address of its own, and one database for state and one for visibility', () => {
    const config = parse(buildServerConfig(stack, run, history)) as ServerConfig;
    expect(Object.entries(config.services).map(([name, { rpc }]) => [name, rpc.bindOnIP])).toEqual(
      Object.entries(clusterHosts.temporal),
    );
    expect(config.global.membership.broadcastAddress).toBe(history);
    expect(config.publicClient.hostPort).toBe(`${frontend}:7233`);
    const { datastores, numHistoryShards } = config.persistence;
    expect(Object.values(datastores).map(({ sql }) => [sql.connectAddr, sql.databaseName])).toEqual([
      ['127.0.0.1:5433', 'temporal'],
      ['127.0.0.1:5433', 'temporal_visibility'],
    ]);
    expect(numHistoryShards).toBe(stack.cluster.historyShards);
  });

  it('has the dynamic configuration of the dev server, with durations and switches as what they are', () => {
    const config = parse(buildDynamicConfig({ ...stack.temporal.dynamicConfig, 'matching.partitions': '1' })) as object;
    expect(Object.keys(config)).toEqual([...Object.keys(stack.temporal.dynamicConfig), 'matching.partitions']);
    expect(config).toMatchObject({
      'matching.enableFairness': [{ value: true }],
      'frontend.namespaceRPS': [{ value: 5_000 }],
      'history.transferProcessorUpdateAckInterval': [{ value: '1s' }],
      'matching.partitions': [{ value: 1 }],
    });
  });

  it('is started for one service, or for all of them in one process', () => {
    const dir = mkdtempSync(join(tmpdir(), 'outdial-cluster-'));
    try {
      const args = writeServerConfig(stack, { ...run, dir }, ['history']);
      expect(args.slice(2)).toEqual(['--allow-no-auth', 'start', '--service', 'history']);
      const config = parse(readFileSync(args[1] ?? '', 'utf8')) as ServerConfig;
      expect(config.global.membership.broadcastAddress).toBe(history);
      const all = writeServerConfig(stack, { ...run, dir }, temporalServices);
      expect(all.filter((arg) => arg === '--service')).toHaveLength(4);
      expect(all[1]).not.toBe(args[1]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('has processes on addresses of their own, all of them loopback', () => {
    const hosts = [...Object.values(clusterHosts.temporal), ...clusterHosts.api, ...clusterHosts.worker];
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.every((host) => host.startsWith('127.0.0.'))).toBe(true);
  });

  it('shows errors, and not those of services that look for each other', () => {
    const line = (msg: string): string => JSON.stringify({ level: 'error', msg });
    expect(showTemporalErrors(line('disk is full'), 'stdout')).toBe('error: disk is full');
    expect(showTemporalErrors(line('Queue reader (shard status unknown)'), 'stdout')).toBeUndefined();
    expect(showPostgresErrors('2026-01-01 UTC [1] FATAL:  could not open file', 'stderr')).toContain('could not open');
    expect(showPostgresErrors('2026-01-01 UTC [1] ERROR:  duplicate key', 'stderr')).toBeUndefined();
  });
});

describe('PostgreSQL', () => {
  const postgresql = { initdb: '/bin/initdb', postgres: '/bin/postgres', version: '15.1', env: { LIBRARY: '/lib' } };

  it('listens on loopback, and leaves nothing outside its data folder', () => {
    const { args, env } = buildPostgresCommand(postgresql, { PATH: '/bin' }, { port: 5433, dir: '/data' });
    const all = args.join(' ');
    expect(all).toContain('-D /data -p 5433');
    for (const setting of ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'dynamic_shared_memory_type'])
      expect(all).toContain(setting);
    expect(env).toEqual({ PATH: '/bin', LIBRARY: '/lib' });
  });

  it('runs under another number where the launcher is root, and as it is elsewhere', () => {
    const command = { command: '/bin/postgres', args: ['-D', '/data'] };
    expect(asUser(command, false)).toBe(command);
    expect(asUser(command, true)).toMatchObject({ command: 'unshare' });
    expect(asUser(command, true).args.slice(-4)).toEqual(['--', '/bin/postgres', '-D', '/data']);
  });
});

describe('the engine of the tests', () => {
  it('is the dev server unless the cluster is chosen, and a typing mistake is reported', () => {
    expect(chosenEngine({})).toBe('dev-server');
    expect(chosenEngine({ OUTDIAL_TEST_ENGINE: '' })).toBe('dev-server');
    expect(chosenEngine({ OUTDIAL_TEST_ENGINE: 'cluster' })).toBe('cluster');
    expect(() => chosenEngine({ OUTDIAL_TEST_ENGINE: 'cloud' })).toThrow('OUTDIAL_TEST_ENGINE is cloud');
  });
});
