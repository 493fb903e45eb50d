import { createHash } from 'node:crypto';
import { copyFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shorten } from '../terminal';
import { createCacheSource } from './cache-source';
import { found, missing, type Resolution, type Source } from './resolution';
import type { Toolbox } from './toolbox';
import { findOnPath, isExecutable, runTool, ToolError } from './tools';

/** A small Java program in this repository (`pom.xml` and a few source files) around a library from Maven. */
export interface JavaProgram {
  /** The name of its executable, and the prefix of its folder in the cache. */
  name: string;
  /** The folder of its `pom.xml` and its source files, `<mainClass>.java` among them. */
  folder: string;
  mainClass: string;
  jvmFlags: readonly string[];
  /** The properties that the pom requires: versions from `temporal-dev.yaml`. */
  properties: Record<string, string>;
}

/** Takes the program from the cache; it needs a Java runtime. */
export function createCachedBuildSource(toolbox: Toolbox, program: JavaProgram): Source<{ executable: string }> {
  const cached = createCacheSource(toolbox.cache, {
    label: program.name,
    folder: cacheNameOf(program),
    file: program.name,
  });
  return {
    label: cached.label,
    async resolve() {
      const resolution = await cached.resolve();
      if (resolution.kind === 'missing') return resolution;
      const java = await resolveJava(toolbox);
      return java.kind === 'missing' ? java : resolution;
    },
  };
}

/** Builds the program: Maven fetches the libraries, the JDK compiles the source. */
export function createMavenSource(toolbox: Toolbox, program: JavaProgram): Source<{ executable: string }> {
  return {
    label: `${program.name} from Maven`,
    async resolve() {
      const java = await resolveJava(toolbox);
      if (java.kind === 'missing') return java;
      const javac = findJavaTool('javac', toolbox.env);
      if (javac === undefined)
        return missing('`javac` is not installed: only a Java runtime is present, but a JDK is required');
      const mvn = findOnPath('mvn', toolbox.env);
      if (mvn === undefined) return missing('`mvn` (Maven) is not on your PATH');
      try {
        const folder = await toolbox.cache.fill(cacheNameOf(program), (dir) =>
          build(toolbox, program, { mvn, javac, dir }),
        );
        return found({ executable: join(folder, program.name) });
      } catch (error) {
        if (error instanceof ToolError) return missing(`the build failed:\n${error.message}`);
        throw error;
      }
    },
  };
}

/** The name contains a hash, so a changed source or version is built again. */
function cacheNameOf({ name, folder, mainClass, jvmFlags, properties }: JavaProgram): string {
  const sources = [join(folder, 'pom.xml'), ...sourcesIn(folder)].map((file) => readFileSync(file, 'utf8'));
  const hash = createHash('sha256')
    .update(JSON.stringify([...sources, mainClass, jvmFlags, properties]))
    .digest('hex')
    .slice(0, 12);
  return `${name}-${hash}`;
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.java'))
    .sort()
    .map((file) => join(folder, file));

async function build(
  { supervisor, terminal, stack, env }: Toolbox,
  program: JavaProgram,
  { mvn, javac, dir }: { mvn: string; javac: string; dir: string },
): Promise<void> {
  const properties = Object.entries(program.properties).map(([key, value]) => `-D${key}=${value}`);
  terminal.print(`Building ${program.name} with Maven, needed only once. This takes about a minute.`);
  await terminal.runStep(`Fetching ${program.name} with Maven`, async (report) => {
    // Maven works on a copy and leaves no files in the project.
    copyFileSync(join(program.folder, 'pom.xml'), join(dir, 'pom.xml'));
    await runTool(supervisor, {
      command: mvn,
      args: [...mavenArguments(stack.java.dependencyPlugin, join(dir, 'lib')), ...properties],
      cwd: dir,
      env,
      onLine: (line) => report(shorten(line.replace(/^\[INFO\] |https?:\S+\//g, ''), 60)),
    });
    report('compiling');
    mkdirSync(join(dir, 'classes'));
    const release = String(stack.java.minimumVersion);
    const args = ['-d', join(dir, 'classes'), '-cp', join(dir, 'lib', '*'), '--release', release];
    await runTool(supervisor, { command: javac, args: [...args, ...sourcesIn(program.folder)], env });
    writeFileSync(join(dir, program.name), buildStartScript(program));
    chmodSync(join(dir, program.name), 0o755);
  });
}

/**
 * The arguments with which Maven copies the libraries of a pom into a folder: by a pinned version of its plugin, and
 * failing if the checksum of a file does not match.
 */
export const mavenArguments = (pluginVersion: string, folder: string): string[] => [
  '--batch-mode',
  '--strict-checksums',
  `org.apache.maven.plugins:maven-dependency-plugin:${pluginVersion}:copy-dependencies`,
  `-DoutputDirectory=${folder}`,
  '-DincludeScope=runtime',
];

/**
 * `exec` keeps the process id, so a signal to the script reaches the JVM. The C2 compiler is disabled: on few cores, next
 * to tests or a worker, it costs more in the first minutes than it saves.
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
  if (java === undefined) return missing(`\`java\` is not on your PATH; a JDK ${minimum} or newer is required`);
  const output = await runTool(supervisor, { command: java, args: ['-version'], env }).catch(() => '');
  const major = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  return major >= minimum
    ? found(java)
    : missing(`${java} is too old or does not run; a JDK ${minimum} or newer is required`);
}

/** Makes the same choice as the start script. */
function findJavaTool(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const home = env['JAVA_HOME'];
  if (!home) return findOnPath(name, env);
  const inHome = join(home, 'bin', name);
  return isExecutable(inHome) ? inHome : undefined;
}
