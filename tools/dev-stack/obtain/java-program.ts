import { createHash } from 'node:crypto';
import { copyFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shorten } from '../terminal';
import { found, missing, type Resolution, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { isExecutable, runTool, ToolError, findOnPath } from './tools';

/** A small Java program of ours (`pom.xml` and one source file) around a library from Maven. */
export interface JavaProgram {
  /** Its folder's name in the cache, up to the version. */
  name: string;
  /** Where its `pom.xml` and `<mainClass>.java` are. */
  folder: string;
  mainClass: string;
  jvmFlags: readonly string[];
  /** What the pom leaves open: the versions of `temporal-dev.yaml`. */
  properties: Record<string, string>;
}

/** The program compiled before. */
export function createCachedBuildSource(
  { cache, stack, supervisor, env }: Toolbox,
  program: JavaProgram,
): Source<{ executable: string }> {
  return {
    label: `${program.name} obtained before, in the cache`,
    async resolve() {
      const folder = cache.folder(cacheNameOf(program));
      if (folder === undefined) return missing('not there');
      const java = await resolveJava({ supervisor, env, stack });
      return java.kind === 'missing' ? java : found({ executable: join(folder, program.name) });
    },
  };
}

/** Fetches the libraries with Maven and compiles the program with the JDK. */
export function createMavenSource(toolbox: Toolbox, program: JavaProgram): Source<{ executable: string }> {
  return {
    label: `${program.name} from Maven`,
    async resolve() {
      const java = await resolveJava(toolbox);
      if (java.kind === 'missing') return java;
      const javac = findJavaTool('javac', toolbox.env);
      if (javac === undefined) return missing('there is no `javac`: Java is here as a runtime only, a JDK is needed');
      const mvn = findOnPath('mvn', toolbox.env);
      if (mvn === undefined) return missing('there is no `mvn` (Maven) on your PATH');
      try {
        const folder = await toolbox.cache.fill(cacheNameOf(program), (dir) =>
          build(toolbox, program, { mvn, javac, dir }),
        );
        return found({ executable: join(folder, program.name) });
      } catch (error) {
        if (error instanceof ToolError) return missing(`the build did not succeed:\n${error.message}`);
        throw error;
      }
    },
  };
}

/** A change of our source or of a version is another program. */
function cacheNameOf({ name, folder, mainClass, jvmFlags, properties }: JavaProgram): string {
  const sources = ['pom.xml', `${mainClass}.java`].map((file) => readFileSync(join(folder, file), 'utf8'));
  const hash = createHash('sha256')
    .update(JSON.stringify([...sources, jvmFlags, properties]))
    .digest('hex')
    .slice(0, 12);
  return `${name}-${hash}`;
}

async function build(
  { supervisor, terminal, stack, env }: Toolbox,
  program: JavaProgram,
  { mvn, javac, dir }: { mvn: string; javac: string; dir: string },
): Promise<void> {
  const source = join(program.folder, `${program.mainClass}.java`);
  const properties = Object.entries(program.properties).map(([key, value]) => `-D${key}=${value}`);
  await terminal.runStep(`Fetching ${program.name} with Maven`, async (report) => {
    // A copy, so that Maven's own traces are not left in the project.
    copyFileSync(join(program.folder, 'pom.xml'), join(dir, 'pom.xml'));
    await runTool(supervisor, {
      command: mvn,
      args: [
        '-B',
        ...properties,
        'dependency:copy-dependencies',
        `-DoutputDirectory=${join(dir, 'lib')}`,
        '-DincludeScope=runtime',
      ],
      cwd: dir,
      env,
      onLine: (line) => report(shorten(line.replace(/^\[INFO\] |https?:\S+\//g, ''), 60)),
    });
    report('compiling');
    mkdirSync(join(dir, 'classes'));
    const release = String(stack.java.minimumVersion);
    const args = ['-d', join(dir, 'classes'), '-cp', join(dir, 'lib', '*'), '--release', release, source];
    await runTool(supervisor, { command: javac, args, env });
    writeFileSync(join(dir, program.name), buildStartScript(program));
    chmodSync(join(dir, program.name), 0o755);
  });
}

/**
 * `exec` keeps the process number: whoever starts the script signals the program itself. The second compiler is left out:
 * beside tests and a worker on few cores it costs more in the first minutes than it saves.
 */
function buildStartScript({ mainClass, jvmFlags }: JavaProgram): string {
  const java = `exec "\${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 ${jvmFlags.join(' ')}`;
  return `#!/bin/sh\n${java} -cp "\${0%/*}/classes:\${0%/*}/lib/*" ${mainClass} "$@"\n`;
}

async function resolveJava({
  supervisor,
  env,
  stack,
}: Pick<Toolbox, 'supervisor' | 'env' | 'stack'>): Promise<Resolution<string>> {
  const minimum = stack.java.minimumVersion;
  const java = findJavaTool('java', env);
  if (java === undefined) return missing(`there is no \`java\` on your PATH; a JDK ${minimum} or newer is needed`);
  const output = await runTool(supervisor, { command: java, args: ['-version'], env }).catch(() => '');
  const major = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  return major >= minimum
    ? found(java)
    : missing(`${java} is too old or does not run; a JDK ${minimum} or newer is needed`);
}

/** The same choice as the start script's. */
function findJavaTool(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const home = env['JAVA_HOME'];
  if (!home) return findOnPath(name, env);
  const inHome = join(home, 'bin', name);
  return isExecutable(inHome) ? inHome : undefined;
}
