import { join } from 'node:path';
import { resolveFirst, found, missing, type Source } from './resolution';
import { createDownloadSource } from './official-download';
import type { Toolbox } from './toolbox';
import { runTool, ToolError, isVersionAtLeast, findOnPath } from './tools';

/** A `temporal` that can run the dev server, and where it came from. */
export interface TemporalCli {
  executable: string;
  source: string;
}

const ADVICE = 'Install the Temporal CLI (docs.temporal.io/cli) or Go 1.24 or newer (go.dev), or set TEMPORAL_ADDRESS.';

/** The machine's own `temporal`, else the one obtained before, else the official download, else one built with Go. */
export function obtainTemporalCli(toolbox: Toolbox): Promise<TemporalCli> {
  const { cli } = toolbox.stack.temporal;
  const name = `temporal-cli-${cli}`;
  const download = { what: 'temporal', version: cli, name } as const;
  const sources = [
    createPathSource(toolbox),
    createCacheSource(toolbox, name),
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
        return missing(`${executable} is too old: it must run server ${minimum} or newer`);
      }
      return found({ executable });
    },
  };
}

function createCacheSource({ cache }: Toolbox, name: string): Source<{ executable: string }> {
  return {
    label: `\`temporal\` obtained before, in the cache (${name})`,
    resolve() {
      const folder = cache.folder(name);
      return Promise.resolve(
        folder === undefined ? missing('not there') : found({ executable: join(folder, 'temporal') }),
      );
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
      if (go === undefined) return missing('there is no `go` on your PATH');
      terminal.print('Temporal is built from source with Go: about 3 minutes, this once.');
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
        if (error instanceof ToolError) return missing(`\`go install\` did not succeed:\n${error.message}`);
        throw error;
      }
    },
  };
}
