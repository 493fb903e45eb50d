import { join } from 'node:path';
import type { DevStack } from '../../tools/dev-stack/config';
import { obtainPostgresql } from '../../tools/dev-stack/obtain/postgresql';
import { obtainTemporalServer } from '../../tools/dev-stack/obtain/temporal-server';
import type { Toolbox } from '../../tools/dev-stack/obtain/toolbox';
import { buildPostgresCommand, isPostgresReady, prepareDatabase } from '../../tools/dev-stack/servers/postgresql';
import { registerNamespace } from '../../tools/dev-stack/servers/temporal';
import { temporalServices, writeServerConfig, type ServicePorts } from '../../tools/dev-stack/servers/temporal-server';
import { testPort } from './ports';
import type { RunProgram, TemporalOptions, TemporalProcess } from './temporal-process';
import { until } from './until';

export type Engine = 'dev-server' | 'cluster';

/**
 * What tests and benches take for Temporal: its dev server, or a production server on PostgreSQL (docs/cluster.md).
 * @throws on any other value of `OUTDIAL_TEST_ENGINE`
 */
export function chosenEngine(env: NodeJS.ProcessEnv = process.env): Engine {
  const engine = env['OUTDIAL_TEST_ENGINE'] || 'dev-server';
  if (engine === 'dev-server' || engine === 'cluster') return engine;
  throw new Error(`OUTDIAL_TEST_ENGINE is ${engine}: expected dev-server or cluster.`);
}

const host = '127.0.0.1';

/**
 * Starts a production server, its four services in one process, on a PostgreSQL of its own. A kill ends both, and a start starts both
 * on what they left behind.
 */
export async function startClusterEngine(
  tools: Toolbox,
  program: RunProgram,
  { dynamicConfig = {}, folder }: TemporalOptions & { folder: string },
): Promise<TemporalProcess> {
  const temporal = await obtainTemporalServer(tools);
  const postgresql = await obtainPostgresql(tools);
  const stack = withDynamicConfig(tools.stack, dynamicConfig);
  const dir = join(folder, `postgresql-${await testPort()}`);
  await prepareDatabase(tools, { server: stack.cluster.server, postgresql, temporal }, dir);
  const postgresPort = await testPort();
  const database = await program(buildPostgresCommand(postgresql, tools.env, { port: postgresPort, dir }), (printed) =>
    until(printed, isPostgresReady),
  );
  const services = Object.fromEntries(
    await Promise.all(temporalServices.map(async (name) => [name, await servicePorts()] as const)),
  ) as Record<(typeof temporalServices)[number], ServicePorts>;
  const address = `${host}:${services.frontend.grpc}`;
  const run = { services, postgresPort, dir: `${dir}-config` };
  const server = await program(
    { command: temporal.server, args: writeServerConfig(stack, run, temporalServices), env: tools.env },
    () => registerNamespace(stack, address),
  );
  return {
    ...server,
    address,
    namespace: stack.temporal.namespace,
    kill: async () => {
      await server.kill();
      await database.kill();
    },
    stop: async (signal) => {
      const code = await server.stop(signal);
      await database.stop('SIGINT');
      return code;
    },
    start: async () => {
      await database.start();
      await server.start();
    },
  };
}

const servicePorts = async (): Promise<ServicePorts> => ({
  host,
  grpc: await testPort(),
  membership: await testPort(),
});

const withDynamicConfig = (stack: DevStack, more: Record<string, string>): DevStack => ({
  ...stack,
  temporal: { ...stack.temporal, dynamicConfig: { ...stack.temporal.dynamicConfig, ...more } },
});
