import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCacheSource } from '../dev-stack/obtain/cache-source';
import { found, missing, resolveFirst, type Source } from '../dev-stack/obtain/resolution';
import type { Toolbox } from '../dev-stack/obtain/toolbox';
import { findOnPath, runTool, ToolError } from '../dev-stack/obtain/tools';

/** A program that Go builds from a module. */
export interface GoProgram {
  /** Its command, such as `helm`. */
  command: string;
  module: string;
  version: string;
  /** The folder of its package in the module. */
  folder: string;
}

/** What obtaining a program needs. */
export type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env' | 'terminal'>;

/**
 * Resolves a program: the one on the PATH, else the cache, else a build with Go.
 * @returns the path of its executable
 * @throws {NotObtainableError}
 */
export async function obtainGoProgram(tools: Tools, program: GoProgram): Promise<string> {
  const { command, version } = program;
  const folder = `${command}-${version}`;
  const cached = createCacheSource(tools.cache, { label: `\`${command}\``, folder, file: command });
  const sources = [createPathSource(tools, command), cached, createBuildSource(tools, program, folder)];
  const { executable } = await resolveFirst(`\`${command}\``, sources, `Install ${command}, or Go (go.dev).`);
  return executable;
}

const createPathSource = ({ env }: Tools, command: string): Source<{ executable: string }> => ({
  label: `\`${command}\` on your PATH`,
  resolve() {
    const executable = findOnPath(command, env);
    return Promise.resolve(executable === undefined ? missing('not there') : found({ executable }));
  },
});

const createBuildSource = (tools: Tools, program: GoProgram, name: string): Source<{ executable: string }> => ({
  label: `built from source with Go (${program.module} ${program.version})`,
  async resolve() {
    const go = findOnPath('go', tools.env);
    if (go === undefined) return missing('`go` is not on your PATH');
    const build = (dir: string) =>
      tools.terminal.runStep(`Building ${program.command} ${program.version} with Go`, () =>
        buildInto(tools, program, { go, dir }),
      );
    try {
      return found({ executable: join(await tools.cache.fill(name, build), program.command) });
    } catch (error) {
      if (error instanceof ToolError) return missing(`the build failed:\n${error.message}`);
      throw error;
    }
  },
});

/** Builds in the module's own folder, because `go install` refuses modules that replace a dependency. */
async function buildInto({ supervisor, env }: Tools, program: GoProgram, { go, dir }: { go: string; dir: string }) {
  const goEnv = { ...env, GO111MODULE: 'on', CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };
  const download = ['mod', 'download', '-json', `${program.module}@${program.version}`];
  const printed = await runTool(supervisor, { command: go, args: download, cwd: dir, env: goEnv });
  const { Dir } = JSON.parse(printed.slice(printed.indexOf('{'))) as { Dir: string };
  const modules = ['go.mod', 'go.sum'].map((name) => join(dir, name)) as [string, string];
  for (const file of modules) {
    copyFileSync(join(Dir, file.slice(dir.length + 1)), file);
    // The folder of a module is read-only.
    chmodSync(file, 0o644);
  }
  const args = ['build', '-mod=mod', `-modfile=${modules[0]}`, '-o', join(dir, program.command), `./${program.folder}`];
  await runTool(supervisor, { command: go, args, cwd: Dir, env: goEnv });
  for (const file of modules) rmSync(file);
}
