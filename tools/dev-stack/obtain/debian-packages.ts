import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shorten } from '../terminal';
import { found, missing, resolveFirst, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, isExecutable, runTool, ToolError } from './tools';

type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

/** A program of Debian, or of a system derived from it. */
export interface DebianProgram {
  /** Its command, such as `sipp`. */
  command: string;
  /** Where its package has it below `usr`; one part may be `*`, where the name of a folder depends on the version. */
  folder: 'bin' | 'sbin' | `${string}/*/${string}`;
  /** The packages that are needed, without those that they depend on. */
  packages: readonly string[];
  /** Its folder in the cache. Another selection of packages needs another name. */
  cacheName: string;
}

/** A program that can be started. */
export interface InstalledProgram {
  executable: string;
  /** The root of the file system that it belongs to, `/` when it is installed; modules and data lie below it. */
  root: string;
  /** What its environment needs besides the usual: where its libraries lie. */
  env: NodeJS.ProcessEnv;
}

/**
 * Resolves a program: the one on the PATH, else Debian's packages, unpacked into the cache. That needs no root, and nothing
 * is installed.
 * @throws {NotObtainableError}
 */
export function obtainDebianProgram(
  tools: Tools,
  program: DebianProgram,
): Promise<InstalledProgram & { source: string }> {
  const { command, packages } = program;
  const sources = [
    createPathSource(tools, command),
    createCachedSource(tools, program),
    createAptSource(tools, program),
  ];
  return resolveFirst(`\`${command}\``, sources, `Install it (Debian: apt install ${packages.join(' ')}).`);
}

function createPathSource({ env }: Tools, command: string): Source<InstalledProgram> {
  return {
    label: `\`${command}\` on your PATH`,
    resolve() {
      const executable = findOnPath(command, env);
      return Promise.resolve(
        executable === undefined ? missing('not there') : found({ executable, root: '/', env: {} }),
      );
    },
  };
}

function createCachedSource({ cache }: Tools, program: DebianProgram): Source<InstalledProgram> {
  return {
    label: `\`${program.command}\`, from the cache (${program.cacheName})`,
    resolve() {
      const folder = cache.folder(program.cacheName);
      return Promise.resolve(folder === undefined ? missing('not there') : found(programIn(folder, program)));
    },
  };
}

/** After a failure it is not tried again for a day. */
function createAptSource(tools: Tools, program: DebianProgram): Source<InstalledProgram> {
  const { cache } = tools;
  return {
    label: `Debian's packages (${program.packages.join(', ')})`,
    async resolve() {
      const failure = cache.describeRecentFailure(program.cacheName);
      if (failure !== undefined) return missing(failure);
      const [apt, unpack] = [findOnPath('apt-get', tools.env), findOnPath('dpkg-deb', tools.env)];
      if (apt === undefined || unpack === undefined) return missing('there is no apt-get');
      try {
        const folder = await cache.fill(program.cacheName, (dir) => unpackInto(tools, program, { apt, unpack, dir }));
        return found(programIn(folder, program));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const reason = shorten(error.message, 200);
        if (!error.interrupted) cache.recordFailure(program.cacheName, reason);
        return missing(reason);
      }
    },
  };
}

/** Downloads the packages and what they depend on that is not installed here, and unpacks them into `root`. */
async function unpackInto(
  { supervisor, env }: Tools,
  { command, folder, packages }: DebianProgram,
  { apt, unpack, dir }: { apt: string; unpack: string; dir: string },
): Promise<void> {
  const simulate = ['-s', 'install', '--no-install-recommends', ...packages];
  const plan = await runTool(supervisor, { command: apt, args: simulate, env });
  const needed = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  await runTool(supervisor, { command: apt, args: ['download', ...needed], cwd: dir, env });
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.deb')))
    await runTool(supervisor, { command: unpack, args: ['-x', join(dir, file), join(dir, 'root')], env });
  if (!isExecutable(join(dir, 'root', findFolder(join(dir, 'root'), folder), command)))
    throw new ToolError(`the packages hold no usr/${folder}/${command}`);
}

/** The first folder that matches, in the order of names. @returns its path below the root */
function findFolder(root: string, pattern: string): string {
  const [before = '', after] = join('usr', pattern).split('*');
  if (after === undefined) return before;
  const parent = join(root, before);
  const names = existsSync(parent) ? readdirSync(parent).sort() : [];
  return join(before, names[0] ?? '*', after);
}

/** The libraries are below `usr/lib/<architecture>`; a program in Go has none. */
function programIn(cached: string, { command, folder }: DebianProgram): InstalledProgram {
  const root = join(cached, 'root');
  const parent = join(root, 'usr/lib');
  const libraries = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
  return {
    executable: join(root, findFolder(root, folder), command),
    root,
    env: { LD_LIBRARY_PATH: libraries.join(':') },
  };
}
