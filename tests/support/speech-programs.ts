import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, runTool, ToolError } from '../../tools/dev-stack/obtain/tools';
import { NotObtainableError, type Tools } from './python-packages';

const packages = ['flite', 'pocketsphinx', 'pocketsphinx-en-us'];
const installedModel = '/usr/share/pocketsphinx/model/en-us';

/**
 * The environment with which the example agents find flite and pocketsphinx: those on the PATH, else Debian's packages,
 * unpacked into the cache without being installed.
 * @throws {NotObtainableError}
 */
export async function obtainSpeechPrograms({ cache, supervisor, env }: Tools): Promise<NodeJS.ProcessEnv> {
  if (findOnPath('flite', env) !== undefined && findOnPath('pocketsphinx_continuous', env) !== undefined)
    return { POCKETSPHINX_MODEL: installedModel };
  const name = 'debian-speech-1';
  const [get, unpack] = [findOnPath('apt-get', env), findOnPath('dpkg-deb', env)];
  const before = cache.folder(name);
  if (before !== undefined) return environmentOf(before);
  if (get === undefined || unpack === undefined)
    throw new NotObtainableError('flite and pocketsphinx are not on your PATH, and there is no apt-get to obtain them');
  try {
    const folder = await cache.fill(name, async (dir) => {
      const plan = await runTool(supervisor, {
        command: get,
        args: ['-s', 'install', '--no-install-recommends', ...packages],
        env,
      });
      const needed = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, one = '']) => one);
      await runTool(supervisor, { command: get, args: ['download', ...needed], cwd: dir, env });
      for (const file of readdirSync(dir).filter((one) => one.endsWith('.deb')))
        await runTool(supervisor, { command: unpack, args: ['-x', join(dir, file), join(dir, 'root')], env });
    });
    return environmentOf(folder);
  } catch (error) {
    if (error instanceof ToolError) throw new NotObtainableError(`Debian's packages cannot be had:\n${error.message}`);
    throw error;
  }
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  const root = join(folder, 'root');
  const libraries = readdirSync(join(root, 'usr/lib')).map((architecture) => join(root, 'usr/lib', architecture));
  const inside = ['', 'blas', 'lapack', 'pulseaudio'];
  return {
    FLITE: join(root, 'usr/bin/flite'),
    POCKETSPHINX: join(root, 'usr/bin/pocketsphinx_continuous'),
    POCKETSPHINX_MODEL: join(root, installedModel),
    LD_LIBRARY_PATH: libraries.flatMap((library) => inside.map((one) => join(library, one))).join(':'),
  };
}
