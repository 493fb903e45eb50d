import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { found, missing, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, MAX_ERROR_LINES, runTool, ToolError } from './tools';

/** Programs that `go install` builds from the module proxy. */
export interface GoBuild {
  /** As in a message: "Temporal". */
  what: string;
  version: string;
  packages: readonly string[];
  /** The processor time of the build on a usual machine, and how many packages it compiles, both roughly. */
  processorMinutes: number;
  packageCount: number;
  /** Its folder in the cache. */
  folder: string;
  /** The program that starts, by the name that `go install` gives it. */
  file: string;
}

/** Says how long a build takes, before it begins. */
export const describeBuild = (what: string, processorMinutes: number, processors = availableParallelism()): string =>
  `Building ${what} from source with Go, needed only once. With ${processors} idle processors this takes about ` +
  `${Math.ceil(processorMinutes / processors) + 1} minutes, with busy ones several times as long.`;

/** A package that was compiled, or a module that is being fetched. */
const isProgress = (line: string): boolean => !/\s/.test(line) || line.startsWith('go: downloading ');

/** Builds programs with Go: without C, which none of them needs, and without the tables for debuggers. */
export function createGoSource(toolbox: Toolbox, build: GoBuild): Source<{ executable: string }> {
  const { supervisor, cache, terminal, env } = toolbox;
  const { what, version, packages, folder, file } = build;
  /** What Go said about a failure: packages that were compiled at the same time come after it. */
  const said: string[] = [];
  const install = (go: string, dir: string) =>
    terminal.runStep(`Building ${what} ${version} with Go`, async (report) => {
      let compiled = 0;
      const progress = () => `${(compiled += 1)} of about ${build.packageCount} packages compiled`;
      await runTool(supervisor, {
        command: go,
        args: ['install', '-v', '-ldflags=-s -w', ...packages.map((name) => `${name}@v${version}`)],
        cwd: dir,
        env: { ...env, GOBIN: dir, GO111MODULE: 'on', CGO_ENABLED: '0' },
        onLine: (line) => {
          if (!isProgress(line)) said.push(line);
          report(line.startsWith('go: ') ? line.slice(4) : progress());
        },
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
        if (!(error instanceof ToolError)) throw error;
        return missing(`\`go install\` failed:\n${said.slice(-MAX_ERROR_LINES).join('\n') || error.message}`);
      }
    },
  };
}
