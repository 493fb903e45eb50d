import { join } from 'node:path';
import { createCacheSource } from './cache-source';
import { found, missing, resolveFirst, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, runTool, ToolError } from './tools';

/** Temporal's production server, and the tool that creates its tables. */
export interface TemporalServer {
  server: string;
  sqlTool: string;
}

const advice = 'Install Go 1.26 or newer (go.dev).';
/** The names that `go install` gives to the two programs. */
const programs = { server: 'server', sqlTool: 'sql' } as const;

/**
 * Resolves the production server: from the cache, else built with Go. There is no official download of the two programs
 * outside container images.
 * @throws {NotObtainableError}
 */
export async function obtainTemporalServer(toolbox: Toolbox): Promise<TemporalServer & { source: string }> {
  const name = `temporal-server-${toolbox.stack.cluster.server}`;
  const cached = createCacheSource(toolbox.cache, {
    label: "Temporal's server",
    folder: name,
    file: programs.server,
  });
  const { executable, source } = await resolveFirst(
    "Temporal's server",
    [cached, createGoSource(toolbox, name)],
    advice,
  );
  return { server: executable, sqlTool: join(executable, '..', programs.sqlTool), source };
}

function createGoSource(
  { supervisor, stack, cache, terminal, env }: Toolbox,
  name: string,
): Source<{ executable: string }> {
  const { server: version, serverModule, sqlToolModule } = stack.cluster;
  return {
    label: `built from source with Go (${version})`,
    async resolve() {
      const go = findOnPath('go', env);
      if (go === undefined) return missing('`go` is not on your PATH');
      terminal.print("Building Temporal's server from source with Go. This takes 3 to 10 minutes and is needed once.");
      const build = (dir: string) =>
        terminal.runStep(`Building Temporal's server ${version} with Go`, async (report) => {
          let packages = 0;
          await runTool(supervisor, {
            command: go,
            args: ['install', '-v', `${serverModule}@v${version}`, `${sqlToolModule}@v${version}`],
            cwd: dir,
            env: { ...env, GOBIN: dir, GO111MODULE: 'on' },
            onLine: (line) => report(line.startsWith('go: ') ? line.slice(4) : `${(packages += 1)} packages compiled`),
          });
        });
      try {
        return found({ executable: join(await cache.fill(name, build), programs.server) });
      } catch (error) {
        if (error instanceof ToolError) return missing(`\`go install\` failed:\n${error.message}`);
        throw error;
      }
    },
  };
}
