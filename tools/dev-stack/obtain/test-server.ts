import { resolve } from 'node:path';
import { createCacheSource } from './cache-source';
import { resolveFirst } from './resolution';
import { createMavenSource, createCachedBuildSource, type JavaProgram } from './java-program';
import { createDownloadSource } from './official-download';
import type { Toolbox } from './toolbox';

/** Resolves the time-skipping Temporal server of the workflow tests: the official build, else one from Maven. */
export function obtainTestServer(toolbox: Toolbox): Promise<{ executable: string; source: string }> {
  const { version } = toolbox.stack.testServer;
  const name = `temporal-test-server-official-${version}`;
  const program: JavaProgram = {
    name: `temporal-test-server-${version}`,
    folder: resolve(__dirname, '../test-server'),
    mainClass: 'OutdialTestServer',
    jvmFlags: ['-Xmx256m'],
    properties: { 'temporal.version': version, 'slf4j.version': toolbox.stack.java.slf4j },
  };
  const cached = createCacheSource(toolbox.cache, {
    label: 'time-skipping test server',
    folder: name,
    file: 'temporal-test-server',
  });
  const download = createDownloadSource(toolbox, { what: 'temporal-test-server', version, name });
  const sources = [cached, createCachedBuildSource(toolbox, program), download, createMavenSource(toolbox, program)];
  const jdk = `a JDK ${toolbox.stack.java.minimumVersion} or newer with Maven`;
  return resolveFirst(
    'The time-skipping test server',
    sources,
    `Install ${jdk} (Debian: apt install default-jdk-headless maven).`,
  );
}
