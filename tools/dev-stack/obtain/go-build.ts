import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { found, missing, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, runTool, ToolError } from './tools';

/** Programs that `go install` builds from the module proxy. */
export interface GoBuild {
  /** As in a message: "Temporal". */
  what: string;
  version: string;
  packages: readonly string[];
  /** The processor time of the build, on a usual machine. */
  processorMinutes: number;
  /** Its folder in the cache. */
  folder: string;
  /** The program that starts, by the name that `go install` gives it. */
  file: string;
}

/** Says how long a build takes, before it begins. */
export const describeBuild = (what: string, processorMinutes: number, processors = availableParallelism()): string =>
  `Building ${what} from source with Go, needed only once. With ${processors} idle processors this takes about ` +
  `${Math.ceil(processorMinutes / processors) + 1} minutes, with busy ones several times as long.`;

/** Builds programs with Go: without C, which none of them needs, and without the tables for debuggers. */
export function createGoSource(toolbox: Toolbox, build: GoBuild): Source<{ executable: string }> {
  const { supervisor, cache, terminal, env } = toolbox;
  const { what, version, packages, folder, file } = build;
  const install = (go: string, dir: string) =>
    terminal.runStep(`Building ${what} ${version} with Go`, async (report) => {
      let compiled = 0;
      await runTool(supervisor, {
        command: go,
        args: ['install', '-v', '-ldflags=-s -w', ...packages.map((name) => `${name}@v${version}`)],
        cwd: dir,
        env: { ...env, GOBIN: dir, GO111MODULE: 'on', CGO_ENABLED: '0' },
        onLine: (line) => report(line.startsWith('go: ') ? line.slice(4) : `${(compiled += 1)} packages compiled`),
      });
    });
  return {
    label: `built from source with Go (${version})`,
    async resolve() {
      const go = findOnPath('go', env);
      if (go === undefined) return missing('`go` is not on your PATH');
      terminal.print(describeBuild(what, build.processorMinutes));
      try {
        return found({ executable: join(await cache.fill(folder, (dir) => install(go, dir)), file) });
      } catch (error) {
        if (error instanceof ToolError) return missing(`\`go install\` failed:\n${error.message}`);
        throw error;
      }
    },
  };
}
