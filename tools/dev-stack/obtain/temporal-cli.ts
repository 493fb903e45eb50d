import { createCacheSource } from './cache-source';
import { createGoSource } from './go-build';
import { createDownloadSource } from './official-download';
import { resolveFirst, found, missing, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { runTool, isVersionAtLeast, findOnPath } from './tools';

/** A `temporal` that can run the dev server, and its source. */
export interface TemporalCli {
  executable: string;
  source: string;
}

const ADVICE = 'Install the Temporal CLI (docs.temporal.io/cli) or Go 1.24 or newer (go.dev), or set TEMPORAL_ADDRESS.';

/** Resolves `temporal`: from the PATH, the cache, the official download, or a build with Go. */
export function obtainTemporalCli(toolbox: Toolbox): Promise<TemporalCli> {
  const { cli, goModule } = toolbox.stack.temporal;
  const name = `temporal-cli-${cli}`;
  const download = { what: 'temporal', version: cli, name } as const;
  const sources = [
    createPathSource(toolbox),
    createCacheSource(toolbox.cache, { label: '`temporal`', folder: name, file: 'temporal' }),
    createDownloadSource(toolbox, download),
    createGoSource(toolbox, {
      what: 'Temporal',
      version: cli,
      packages: [goModule],
      processorMinutes: 6,
      packageCount: 1_300,
      folder: name,
      file: 'temporal',
    }),
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
