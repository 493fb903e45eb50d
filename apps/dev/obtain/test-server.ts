import { join, resolve } from 'node:path';
import { firstFound, found, missing } from './first-found';
import { builtWithMaven, compiledBefore, type JavaProgram } from './java-program';
import { officialDownload } from './official-download';
import type { Toolbox } from './toolbox';

/** The time-skipping Temporal server of the workflow tests: the official build where it can be had, else from Maven. */
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
  const downloadedBefore = {
    source: 'time-skipping server downloaded before, in the cache',
    seek() {
      const folder = toolbox.cache.folder(name);
      return Promise.resolve(
        folder === undefined ? missing('not there') : found({ executable: join(folder, 'temporal-test-server') }),
      );
    },
  };
  const download = officialDownload(toolbox, { what: 'temporal-test-server', version, name });
  const ways = [downloadedBefore, compiledBefore(toolbox, program), download, builtWithMaven(toolbox, program)];
  const jdk = `a JDK ${toolbox.stack.java.minimumVersion} or newer with Maven`;
  return firstFound(
    'The time-skipping test server',
    ways,
    `Install ${jdk} (Debian: apt install default-jdk-headless maven).`,
  );
}
