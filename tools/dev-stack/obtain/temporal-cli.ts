import { join } from 'node:path';
import { createCacheSource } from './cache-source';
import { createDownloadSource } from './official-download';
import { resolveFirst, found, missing, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { runTool, ToolError, isVersionAtLeast, findOnPath } from './tools';

/** A `temporal` that can run the dev server, and its source. */
export interface TemporalCli {
  executable: string;
  source: string;
}

const ADVICE = 'Install the Temporal CLI (docs.temporal.io/cli) or Go 1.24 or newer (go.dev), or set TEMPORAL_ADDRESS.';

/** Resolves `temporal`: from the PATH, the cache, the official download, or a build with Go. */
export function obtainTemporalCli(toolbox: Toolbox): Promise<TemporalCli> {
  const { cli } = toolbox.stack.temporal;
  const name = `temporal-cli-${cli}`;
  const download = { what: 'temporal', version: cli, name } as const;
  const sources = [
    createPathSource(toolbox),
    createCacheSource(toolbox.cache, { label: '`temporal`', folder: name, file: 'temporal' }),
    createDownloadSource(toolbox, download),
    createGoSource(toolbox, name),
  ];
  return resolveFirst('Temporal', sources, ADVICE);
}

function createPathSource({ supervisor, stack, env }: Toolbox): Source<{ executable: string }> {
  return {
    label: '`temporal` on your PATH',
    async resolve() {
      const executable = findOnPath('temporal', env);
      if (executable === undefined) return missing('not there');
      const output = await runTool(supervisor, { command: executable, args: ['--version'], env }).catch(() => '');
      const minimum = stack.temporal.minimumServer;
      if (!isVersionAtLeast(output, /Server (\d+\.\d+\.\d+)/, minimum)) {
        return missing(`${executable} is too old: server ${minimum} or newer is required`);
      }
      return found({ executable });
    },
  };
}

function createGoSource(
  { supervisor, stack, cache, terminal, env }: Toolbox,
  name: string,
): Source<{ executable: string }> {
  const { cli, goModule } = stack.temporal;
  return {
    label: `built from source with Go (${cli})`,
    async resolve() {
      const go = findOnPath('go', env);
      if (go === undefined) return missing('`go` is not on your PATH');
      terminal.print('Building Temporal from source with Go. This takes about 3 minutes and is needed only once.');
      const build = (dir: string) =>
        terminal.runStep(`Building temporal ${cli} with Go`, async (report) => {
          let packages = 0;
          await runTool(supervisor, {
            command: go,
            args: ['install', '-v', `${goModule}@v${cli}`],
            cwd: dir,
            env: { ...env, GOBIN: dir, GO111MODULE: 'on' },
            onLine: (line) => report(line.startsWith('go: ') ? line.slice(4) : `${(packages += 1)} packages compiled`),
          });
        });
      try {
        return found({ executable: join(await cache.fill(name, build), 'temporal') });
      } catch (error) {
        if (error instanceof ToolError) return missing(`\`go install\` failed:\n${error.message}`);
        throw error;
      }
    },
  };
}
