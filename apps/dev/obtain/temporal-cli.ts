import { join } from 'node:path';
import { firstFound, found, missing, type Way } from './first-found';
import { officialDownload } from './official-download';
import type { Toolbox } from './toolbox';
import { runTool, ToolError, versionAtLeast, which } from './tools';

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
  const ways = [
    onPath(toolbox),
    inCache(toolbox, name),
    officialDownload(toolbox, download),
    builtWithGo(toolbox, name),
  ];
  return firstFound('Temporal', ways, ADVICE);
}

function onPath({ supervisor, stack, env }: Toolbox): Way<{ executable: string }> {
  return {
    source: '`temporal` on your PATH',
    async seek() {
      const executable = which('temporal', env);
      if (executable === undefined) return missing('not there');
      const printed = await runTool(supervisor, { command: executable, args: ['--version'], env }).catch(() => '');
      const least = stack.temporal.minimumServer;
      if (!versionAtLeast(printed, /Server (\d+\.\d+\.\d+)/, least)) {
        return missing(`${executable} is too old: it must run server ${least} or newer`);
      }
      return found({ executable });
    },
  };
}

function inCache({ cache }: Toolbox, name: string): Way<{ executable: string }> {
  return {
    source: `\`temporal\` obtained before, in the cache (${name})`,
    seek() {
      const folder = cache.folder(name);
      return Promise.resolve(
        folder === undefined ? missing('not there') : found({ executable: join(folder, 'temporal') }),
      );
    },
  };
}

function builtWithGo({ supervisor, stack, cache, terminal, env }: Toolbox, name: string): Way<{ executable: string }> {
  const { cli, goModule } = stack.temporal;
  return {
    source: `built from source with Go (${cli})`,
    async seek() {
      const go = which('go', env);
      if (go === undefined) return missing('there is no `go` on your PATH');
      terminal.say('Temporal is built from source with Go: about 3 minutes, this once.');
      const build = (dir: string) =>
        terminal.during(`Building temporal ${cli} with Go`, async (report) => {
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
