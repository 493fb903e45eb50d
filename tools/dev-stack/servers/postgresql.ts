import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgresql } from '../obtain/postgresql';
import type { Toolbox } from '../obtain/toolbox';
import type { TemporalServer } from '../obtain/temporal-server';
import { findOnPath, runTool, ToolError } from '../obtain/tools';
import type { Program, WaitForLine } from '../processes/keep-running';
import type { Command } from '../processes/supervisor';
import { startOnFreePorts } from '../ports';

const STOP_GRACE_MS = 5_000;
/** A user without a password: the server listens on loopback only, as those of `npm start` do. */
export const databaseUser = 'temporal';
export const databases = {
  main: { name: 'temporal', schema: 'postgresql/v12/temporal' },
  visibility: { name: 'temporal_visibility', schema: 'postgresql/v12/visibility' },
} as const;

/** The port and data folder of a local PostgreSQL. */
export interface PostgresRun {
  port: number;
  dir: string;
}

type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

/**
 * PostgreSQL refuses to run as root. In a user namespace the same process has another number, and files stay those of root. The namespace
 * of shared memory ends with the last process, so that a killed server leaves none behind.
 */
export function asUser(command: Command, isRoot = process.getuid?.() === 0): Command {
  if (!isRoot) return command;
  const unshare = ['--user', '--map-user=1000', '--map-group=1000', '--ipc', '--'];
  return { ...command, command: 'unshare', args: [...unshare, command.command, ...command.args] };
}

/** The command of a server. What a commit acknowledged survives a kill and a loss of power. */
export function buildPostgresCommand(
  { postgres, env }: Postgresql,
  processEnv: NodeJS.ProcessEnv,
  run: PostgresRun,
): Command {
  const settings = {
    listen_addresses: '127.0.0.1',
    // Sockets would lie in /tmp or in a folder that only the packages make.
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '128MB',
    // Files in the data folder instead of /dev/shm, where a killed server would leave them.
    dynamic_shared_memory_type: 'mmap',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return asUser({
    command: postgres,
    args: ['-D', run.dir, '-p', String(run.port), ...args],
    env: { ...processEnv, ...env },
  });
}

const readyLine = /database system is ready to accept connections/;
export const isPostgresReady = (printed: string): boolean => readyLine.test(printed);

/** Creates the program of the local PostgreSQL. */
export const createPostgresProgram = (
  postgresql: Postgresql,
  env: NodeJS.ProcessEnv,
  run: PostgresRun,
): Omit<Program, 'show'> => ({
  name: 'postgresql',
  command: buildPostgresCommand(postgresql, env, run),
  ready: (waitForLine: WaitForLine) => waitForLine(readyLine),
  graceMs: STOP_GRACE_MS,
});

/**
 * Copies a database with Temporal's tables into a data folder, unless the folder has one. The copy is made once for each version, with
 * the commands that an operator uses, and kept in the cache.
 */
export async function prepareDatabase(
  tools: Tools,
  { server, postgresql, temporal }: { server: string; postgresql: Postgresql; temporal: TemporalServer },
  dir: string,
): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return;
  const name = `temporal-database-${server}-postgresql-${postgresql.version.split('.')[0] ?? ''}`;
  const prepared =
    tools.cache.folder(name) ??
    (await tools.cache.fill(name, (empty) => createDatabase(tools, postgresql, temporal, empty)));
  const copy = `${dir}.new`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  cpSync(prepared, copy, { recursive: true });
  chmodSync(copy, 0o700);
  renameSync(copy, dir);
}

async function createDatabase(tools: Tools, postgresql: Postgresql, temporal: TemporalServer, dir: string) {
  if (process.getuid?.() === 0 && findOnPath('unshare', tools.env) === undefined)
    throw new ToolError(
      'PostgreSQL does not run as root: run the command as another user, or install `unshare` (util-linux).',
    );
  const env = { ...tools.env, ...postgresql.env };
  const init = ['-D', dir, '-U', databaseUser, '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await runTool(tools.supervisor, asUser({ command: postgresql.initdb, args: init, env }));
  await startOnFreePorts({ port: 0 }, '127.0.0.1', ({ port }) =>
    withServer(tools, postgresql, { port, dir }, async () => {
      for (const { name } of Object.values(databases))
        await runSqlTool(tools, temporal, { port, name }, ['create-database']);
      for (const { name } of Object.values(databases))
        await runSqlTool(tools, temporal, { port, name }, ['setup-schema', '-v', '0.0']);
      await updateSchema(tools, temporal, port);
    }),
  );
}

/** Brings the tables to the version of the tool. It changes nothing when they have it. */
export async function updateSchema(tools: Tools, temporal: TemporalServer, port: number): Promise<void> {
  for (const { name, schema } of Object.values(databases))
    await runSqlTool(tools, temporal, { port, name }, ['update-schema', '--schema-name', schema]);
}

function runSqlTool(
  { supervisor, env }: Tools,
  { sqlTool }: TemporalServer,
  { port, name }: { port: number; name: string },
  command: readonly string[],
): Promise<string> {
  const at = ['--plugin', 'postgres12', '--ep', '127.0.0.1', '-p', String(port), '-u', databaseUser, '--db', name];
  return runTool(supervisor, { command: sqlTool, args: [...at, ...command], env });
}

async function withServer(
  { supervisor, env }: Tools,
  postgresql: Postgresql,
  run: PostgresRun,
  use: () => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  let seen = (): void => undefined;
  const ready = new Promise<void>((done) => (seen = done));
  const started = await supervisor.start({
    ...buildPostgresCommand(postgresql, env, run),
    onLine: (line) => {
      lines.push(line);
      if (readyLine.test(line)) seen();
    },
  });
  const ended = started.exited.then((code) => {
    throw new ToolError(`PostgreSQL ended (${code}):\n${lines.slice(-15).join('\n')}`);
  });
  ended.catch(() => undefined);
  try {
    await Promise.race([ready, ended]);
    await use();
  } finally {
    await started.stop(STOP_GRACE_MS);
  }
}
