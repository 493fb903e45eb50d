import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { obtainDebianProgram } from './debian-packages';
import type { Toolbox } from './toolbox';
import { findOnPath, isExecutable, runTool } from './tools';

/** The programs of PostgreSQL. */
export interface Postgresql {
  initdb: string;
  postgres: string;
  /** The version as the program prints it, such as `15.18`. */
  version: string;
  /** What its environment needs besides the usual. */
  env: NodeJS.ProcessEnv;
}

type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

/** Where Debian installs PostgreSQL: not on the PATH, and each version in a folder of its own. */
const debianFolder = '/usr/lib/postgresql';

/**
 * Resolves PostgreSQL: the one on the PATH, the newest of the system's packages, else Debian's packages in the cache.
 * @throws {NotObtainableError}
 */
export async function obtainPostgresql(tools: Tools): Promise<Postgresql & { source: string }> {
  const path = [tools.env['PATH'] ?? '', ...installedFolders(debianFolder)].join(':');
  const {
    executable: postgres,
    env,
    source,
  } = await obtainDebianProgram(
    { ...tools, env: { ...tools.env, PATH: path } },
    {
      command: 'postgres',
      folder: 'lib/postgresql/*/bin',
      packages: ['postgresql'],
      cacheName: 'debian-postgresql-1',
    },
  );
  const printed = await runTool(tools.supervisor, {
    command: postgres,
    args: ['--version'],
    env: { ...tools.env, ...env },
  });
  const beside = join(postgres, '../initdb');
  const initdb = isExecutable(beside) ? beside : (findOnPath('initdb', { PATH: path }) ?? beside);
  return { initdb, postgres, env, source, version: /(\d+(\.\d+)*)/.exec(printed)?.[0] ?? 'unknown' };
}

/** Newest first. */
const installedFolders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(folder, version, 'bin'))
    : [];
