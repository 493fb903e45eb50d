import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { found, missing, resolveFirst, type Source } from '../dev-stack/obtain/resolution';
import { findOnPath, runTool, ToolError } from '../dev-stack/obtain/tools';
import type { Tools } from './go-program';

/** The package of PyPI that contains the schemas of many versions. Nothing of it is run. */
const requirement = 'kubernetes-validate==1.37.0';
const cacheName = 'kubernetes-schemas-1.37.0';

const foldersIn = (dir: string): string => join(dir, 'kubernetes_validate/kubernetes-json-schema');

/**
 * Resolves the JSON schemas of Kubernetes: from the cache, else from PyPI.
 * @returns the folder of the strict schemas of a version such as `1.37`
 * @throws {NotObtainableError}
 */
export async function obtainKubernetesSchemas(tools: Tools): Promise<(version: string) => string> {
  const cached: Source<{ dir: string }> = {
    label: `the cache (${cacheName})`,
    resolve() {
      const dir = tools.cache.folder(cacheName);
      return Promise.resolve(dir === undefined ? missing('not there') : found({ dir }));
    },
  };
  const { dir } = await resolveFirst(
    'The schemas of Kubernetes',
    [cached, createPyPiSource(tools)],
    'Install Python 3 with pip.',
  );
  return (version) => join(foldersIn(dir), `v${version}.0-local-strict`);
}

const createPyPiSource = ({ cache, supervisor, env, terminal }: Tools): Source<{ dir: string }> => ({
  label: `PyPI (${requirement})`,
  async resolve() {
    const python = findOnPath('python3', env);
    if (python === undefined) return missing('there is no `python3` on your PATH');
    const fill = (dir: string) =>
      terminal.runStep('Downloading the schemas of Kubernetes', async () => {
        const run = (...args: string[]) =>
          runTool(supervisor, { command: python, args: ['-m', ...args], cwd: dir, env });
        await run(
          'pip',
          'download',
          '--quiet',
          '--disable-pip-version-check',
          '--no-deps',
          '--only-binary=:all:',
          requirement,
        );
        const wheel = readdirSync(dir).find((name) => name.endsWith('.whl'));
        if (wheel === undefined) throw new ToolError('pip downloaded nothing');
        await run('zipfile', '-e', wheel, '.');
      });
    try {
      return found({ dir: await cache.fill(cacheName, fill) });
    } catch (error) {
      if (error instanceof ToolError) return missing(error.message);
      throw error;
    }
  },
});
