// cspell:ignore preferencesparts sourcelist sourceparts
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shorten } from '../terminal';
import { found, missing, resolveFirst, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, runTool, ToolError } from './tools';

/** An Asterisk that can be started with a configuration of its own (`-C FILE`). */
export interface AsteriskProgram {
  executable: string;
  /** Its modules. */
  modules: string;
  /** Its data, such as the documentation that it requires at its start. */
  data: string;
}

type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

/** The name of its folder in the cache. */
const folderName = 'asterisk-sid-1';
const advice = 'Install Asterisk 22.8 or newer with chan_websocket (docs.asterisk.org).';
/** The module without which no audio can be exchanged. */
const neededModule = 'chan_websocket.so';
const keyrings = ['/usr/share/keyrings/debian-archive-keyring.gpg', '/usr/share/keyrings/debian-archive-keyring.pgp'];
const defaultMirror = 'http://deb.debian.org/debian';

/**
 * Resolves Asterisk: the one on the PATH, else Debian's packages of the suite sid, unpacked into the cache. That needs no
 * root, and nothing is installed; the program runs with the libraries of that suite.
 * @throws {NotObtainableError}
 */
export const obtainAsterisk = (tools: Tools): Promise<AsteriskProgram & { source: string }> =>
  resolveFirst('Asterisk', [createPathSource(tools), createCachedSource(tools), createAptSource(tools)], advice);

function createPathSource({ env }: Tools): Source<AsteriskProgram> {
  return {
    label: '`asterisk` on your PATH',
    resolve() {
      const executable = findOnPath('asterisk', env);
      if (executable === undefined) return Promise.resolve(missing('not there'));
      const modules = findModules('/');
      return Promise.resolve(
        modules === undefined
          ? missing(`${executable} has no ${neededModule}`)
          : found({ executable, modules, data: '/usr/share/asterisk' }),
      );
    },
  };
}

function createCachedSource({ cache }: Tools): Source<AsteriskProgram> {
  return {
    label: `\`asterisk\`, from the cache (${folderName})`,
    resolve() {
      const folder = cache.folder(folderName);
      return Promise.resolve(folder === undefined ? missing('not there') : programIn(folder));
    },
  };
}

/** After a failure it is not tried again for a day. */
function createAptSource(tools: Tools): Source<AsteriskProgram> {
  const { cache, env } = tools;
  return {
    label: "Debian's packages of the suite sid",
    async resolve() {
      const failure = cache.describeRecentFailure(folderName);
      if (failure !== undefined) return missing(failure);
      const [apt, unpack] = [findOnPath('apt-get', env), findOnPath('dpkg-deb', env)];
      if (apt === undefined || unpack === undefined) return missing('there is no apt-get');
      const keyring = keyrings.find((file) => existsSync(file));
      if (keyring === undefined) return missing("there is no keyring of Debian's archive");
      try {
        return programIn(await cache.fill(folderName, (dir) => fill(tools, { apt, unpack, keyring, dir })));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const reason = shorten(error.message, 200);
        if (!error.interrupted) cache.recordFailure(folderName, reason);
        return missing(reason);
      }
    },
  };
}

interface AptTools {
  apt: string;
  unpack: string;
  keyring: string;
  dir: string;
}

/** Downloads the packages with a state of apt of its own, so that the machine's stays as it is, and unpacks them. */
async function fill({ supervisor, env }: Tools, { apt, unpack, keyring, dir }: AptTools): Promise<void> {
  const state = join(dir, 'apt');
  const archives = join(state, 'cache/archives');
  for (const folder of ['lists/partial', 'cache/archives/partial', 'none'])
    mkdirSync(join(state, folder), { recursive: true });
  writeFileSync(join(state, 'status'), '');
  const mirror = await findMirror({ supervisor, env });
  writeFileSync(join(state, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} sid main\n`);
  const configuration = join(state, 'apt.conf');
  writeFileSync(configuration, aptConfiguration(state));
  const aptEnv = { ...env, APT_CONFIG: configuration };
  const run = (args: string[]): Promise<string> => runTool(supervisor, { command: apt, args, env: aptEnv });
  await run(['-qq', 'update']);
  await run(['-qq', '-y', '-d', '-o', 'Debug::NoLocking=1', 'install', 'asterisk']);
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    await runTool(supervisor, { command: unpack, args: ['-x', join(archives, file), join(dir, 'root')], env });
  rmSync(state, { recursive: true, force: true });
  writeStartScript(dir);
  const script = join(dir, 'asterisk');
  await runTool(supervisor, { command: script, args: ['-V'], env });
}

/** A mirror may be some days behind, so that its index is "expired"; its signature is checked all the same. */
const aptConfiguration = (state: string): string =>
  [
    `Dir::State "${state}"; Dir::State::lists "${state}/lists"; Dir::State::status "${state}/status";`,
    `Dir::Cache "${state}/cache"; Dir::Etc::sourcelist "${state}/sources.list";`,
    `Dir::Etc::sourceparts "${state}/none"; Dir::Etc::parts "${state}/none"; Dir::Etc::preferencesparts "${state}/none";`,
    'Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; APT::Install-Recommends "false";',
    'APT::Sandbox::User "root";',
    '',
  ].join('\n');

/** The mirror of Debian that this machine uses, if it uses one. */
async function findMirror({ supervisor, env }: Pick<Tools, 'supervisor' | 'env'>): Promise<string> {
  const cache = findOnPath('apt-cache', env);
  if (cache === undefined) return defaultMirror;
  const policy = await runTool(supervisor, { command: cache, args: ['policy'], env }).catch(() => '');
  const mirrors = [...policy.matchAll(/(https?:\/\/\S+\/debian)\/?\s/g)].map(([, url = '']) => url);
  return mirrors.find((url) => !url.includes('/archive')) ?? defaultMirror;
}

/** The libraries of the packages need their own loader, which knows where they are only by its arguments. */
function writeStartScript(dir: string): void {
  const root = join(dir, 'root');
  const loader = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) =>
    /\/ld-linux[^/]*\.so\.\d$/.test(name),
  );
  const modules = findModules(root);
  if (loader === undefined || modules === undefined) throw new ToolError('the packages hold no Asterisk');
  const libraries = modules.slice(root.length, -'/asterisk/modules'.length);
  const command = `"$root/${loader}" --library-path "$root${libraries}" "$root/usr/sbin/asterisk" "$@"`;
  writeFileSync(join(dir, 'asterisk'), `#!/bin/sh\nroot="\${0%/*}/root"\nexec ${command}\n`);
  chmodSync(join(dir, 'asterisk'), 0o755);
}

function programIn(folder: string) {
  const root = join(folder, 'root');
  const modules = findModules(root);
  if (modules === undefined) return missing(`${folder} has no ${neededModule}`);
  return found({ executable: join(folder, 'asterisk'), modules, data: join(root, 'usr/share/asterisk') });
}

/** Distributions have the modules below `usr/lib`, some of them in a folder of the architecture. */
function findModules(root: string): string | undefined {
  const libraries = ['usr/lib', 'usr/lib64', 'usr/local/lib']
    .map((name) => join(root, name))
    .filter((dir) => existsSync(dir));
  const inside = readdirSync(join(root, 'usr/lib')).map((name) => join(root, 'usr/lib', name));
  return [...libraries, ...inside]
    .map((library) => join(library, 'asterisk/modules'))
    .find((modules) => existsSync(join(modules, neededModule)));
}
