import { resolve } from 'node:path';
import { createCacheSource } from './cache-source';
import { resolveFirst, found, missing, type Resolution, type Source } from './resolution';
import { createMavenSource, createCachedBuildSource, type JavaProgram } from './java-program';
import { createDownloadSource } from './official-download';
import type { Toolbox } from './toolbox';
import { runTool, isVersionAtLeast, findOnPath } from './tools';

/** A real `mongod`, or the embedded server that speaks its protocol. Their data files are incompatible. */
export type MongoKind = 'mongod' | 'embedded';

/** A MongoDB server that can be started, and its source. */
export interface MongoProgram {
  kind: MongoKind;
  executable: string;
  source: string;
}

/**
 * Resolves a real mongod (PATH, cache, official download), else the embedded server.
 * @param only the kind that wrote the existing data directory; the other kind cannot read it
 */
export function obtainMongo(toolbox: Toolbox, only?: MongoKind): Promise<MongoProgram> {
  const { version } = toolbox.stack.mongodb;
  const name = `mongod-${version}`;
  const program = describeEmbeddedServer(toolbox);
  const sources = {
    mongod: [
      createPathSource(toolbox),
      createCacheSource(toolbox.cache, { label: '`mongod`', folder: name, file: 'mongod' }),
      createDownloadSource(toolbox, { what: 'mongod', version, name }),
    ],
    embedded: [createCachedBuildSource(toolbox, program), createMavenSource(toolbox, program)],
  };
  const kinds = only === undefined ? (['mongod', 'embedded'] as const) : [only];
  const ofKind = kinds.flatMap((kind) => sources[kind].map((source) => tagWithKind(source, kind)));
  return resolveFirst('MongoDB', ofKind, formatAdvice(toolbox, only));
}

function tagWithKind(
  source: Source<{ executable: string }>,
  kind: MongoKind,
): Source<{ executable: string; kind: MongoKind }> {
  const tag = (resolution: Resolution<{ executable: string }>) =>
    resolution.kind === 'found' ? found({ ...resolution.value, kind }) : resolution;
  return {
    label: source.label,
    async resolve() {
      return tag(await source.resolve());
    },
    async retry() {
      return tag((await source.retry?.()) ?? missing('nothing to retry'));
    },
  };
}

function formatAdvice({ stack }: Toolbox, only: MongoKind | undefined): string {
  const jdk = `a JDK ${stack.java.minimumVersion} or newer with Maven`;
  const mongod = 'MongoDB (mongodb.com/docs/manual/installation)';
  if (only === 'embedded')
    return `The embedded server wrote the existing data: install ${jdk}, or choose another OUTDIAL_DATA_DIR.`;
  if (only === 'mongod')
    return `A real mongod wrote the existing data: install ${mongod}, or choose another OUTDIAL_DATA_DIR.`;
  return `Install ${mongod}, or ${jdk} (Debian: apt install default-jdk-headless maven), or set MONGODB_URI.`;
}

function createPathSource({ supervisor, stack, env }: Toolbox): Source<{ executable: string }> {
  return {
    label: '`mongod` on your PATH',
    async resolve() {
      const executable = findOnPath('mongod', env);
      if (executable === undefined) return missing('not there');
      const output = await runTool(supervisor, { command: executable, args: ['--version'], env }).catch(() => '');
      const minimum = stack.mongodb.minimumVersion;
      const isRecent = isVersionAtLeast(output, /db version v?(\d+\.\d+\.\d+)/, minimum);
      return isRecent
        ? found({ executable })
        : missing(`${executable} is too old or does not run: ${minimum} or newer is required`);
    },
  };
}

const loggingFlags = Object.entries({
  defaultLogLevel: 'warn',
  showDateTime: 'true',
  dateTimeFormat: 'yyyy-MM-dd.HH:mm:ss.SSS',
}).map(([name, value]) => `-Dorg.slf4j.simpleLogger.${name}=${value}`);

function describeEmbeddedServer({ stack }: Toolbox): JavaProgram {
  const { mongoJavaServer } = stack.mongodb.embedded;
  return {
    name: `mongo-java-server-${mongoJavaServer}`,
    folder: resolve(__dirname, '../embedded-mongo'),
    mainClass: 'OutdialMongoServer',
    jvmFlags: ['-Xmx1g', ...loggingFlags],
    properties: { 'mongo-java-server.version': mongoJavaServer, 'slf4j.version': stack.java.slf4j },
  };
}
