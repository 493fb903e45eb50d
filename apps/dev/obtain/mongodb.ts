import { resolve } from 'node:path';
import { join } from 'node:path';
import { firstFound, found, missing, type Sought, type Way } from './first-found';
import { builtWithMaven, compiledBefore, type JavaProgram } from './java-program';
import { officialDownload } from './official-download';
import type { Toolbox } from './toolbox';
import { runTool, versionAtLeast, which } from './tools';

/** A real `mongod`, or the embedded server that speaks its protocol. Their files are not alike. */
export type MongoKind = 'mongod' | 'embedded';

/** A MongoDB server that can be started, and where it came from. */
export interface MongoProgram {
  kind: MongoKind;
  executable: string;
  source: string;
}

/**
 * A real mongod of the machine, obtained before or downloaded; else the embedded server.
 * @param only the kind that an existing data directory was written by: the other could not read it
 */
export function obtainMongo(toolbox: Toolbox, only?: MongoKind): Promise<MongoProgram> {
  const { version } = toolbox.stack.mongodb;
  const name = `mongod-${version}`;
  const program = embeddedProgram(toolbox);
  const ways = {
    mongod: [onPath(toolbox), inCache(toolbox, name), officialDownload(toolbox, { what: 'mongod', version, name })],
    embedded: [compiledBefore(toolbox, program), builtWithMaven(toolbox, program)],
  };
  const kinds = only === undefined ? (['mongod', 'embedded'] as const) : [only];
  const ofKind = kinds.flatMap((kind) => ways[kind].map((way) => withKind(way, kind)));
  return firstFound('MongoDB', ofKind, advice(toolbox, only));
}

function withKind(way: Way<{ executable: string }>, kind: MongoKind): Way<{ executable: string; kind: MongoKind }> {
  const ofKind = (sought: Sought<{ executable: string }>) =>
    sought.kind === 'found' ? found({ ...sought.value, kind }) : sought;
  return {
    source: way.source,
    async seek() {
      return ofKind(await way.seek());
    },
    async seekAgain() {
      return ofKind((await way.seekAgain?.()) ?? missing('there is nothing to try again'));
    },
  };
}

function advice({ stack }: Toolbox, only: MongoKind | undefined): string {
  const jdk = `a JDK ${stack.java.minimumVersion} or newer with Maven`;
  const mongod = 'MongoDB (mongodb.com/docs/manual/installation)';
  if (only === 'embedded')
    return `The data was written by the embedded server: install ${jdk}, or choose another OUTDIAL_DATA_DIR.`;
  if (only === 'mongod')
    return `The data was written by a real mongod: install ${mongod}, or choose another OUTDIAL_DATA_DIR.`;
  return `Install ${mongod}, or ${jdk} (Debian: apt install default-jdk-headless maven), or set MONGODB_URI.`;
}

function onPath({ supervisor, stack, env }: Toolbox): Way<{ executable: string }> {
  return {
    source: '`mongod` on your PATH',
    async seek() {
      const executable = which('mongod', env);
      if (executable === undefined) return missing('not there');
      const printed = await runTool(supervisor, { command: executable, args: ['--version'], env }).catch(() => '');
      const least = stack.mongodb.minimumVersion;
      const recent = versionAtLeast(printed, /db version v?(\d+\.\d+\.\d+)/, least);
      return recent
        ? found({ executable })
        : missing(`${executable} is too old or does not run: ${least} or newer is needed`);
    },
  };
}

function inCache({ cache }: Toolbox, name: string): Way<{ executable: string }> {
  return {
    source: `\`mongod\` obtained before, in the cache (${name})`,
    seek() {
      const folder = cache.folder(name);
      return Promise.resolve(
        folder === undefined ? missing('not there') : found({ executable: join(folder, 'mongod') }),
      );
    },
  };
}

const loggingFlags = Object.entries({
  defaultLogLevel: 'warn',
  showDateTime: 'true',
  dateTimeFormat: 'yyyy-MM-dd.HH:mm:ss.SSS',
  // It says of each index that is not unique that it does without: known, and no news at every start.
  'log.de.bwaldvogel.mongo.backend.AbstractMongoDatabase': 'error',
}).map(([name, value]) => `-Dorg.slf4j.simpleLogger.${name}=${value}`);

function embeddedProgram({ stack }: Toolbox): JavaProgram {
  const { mongoJavaServer } = stack.mongodb.embedded;
  return {
    name: `mongo-java-server-${mongoJavaServer}`,
    folder: resolve(__dirname, '../embedded-mongo'),
    mainClass: 'OutdialMongoServer',
    jvmFlags: ['-Xmx512m', ...loggingFlags],
    properties: { 'mongo-java-server.version': mongoJavaServer, 'slf4j.version': stack.java.slf4j },
  };
}
