// One official download in its own process: `node download.mjs WHAT VERSION FOLDER`. The helper packages load native code
// and print to the console; in a process they can be supervised and ended. The program is stored as FOLDER/WHAT.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [what, version, folder] = process.argv.slice(2);
const downloads = { temporal, mongod, 'temporal-test-server': testServer };

try {
  const program = await downloads[what]();
  if (program.startsWith(folder)) renameSync(program, join(folder, what));
  else copyFileSync(program, join(folder, what));
  chmodSync(join(folder, what), 0o755);
  // A build for another system does not run. Detect that now, not at every start.
  if (what === 'mongod') execFileSync(join(folder, what), ['--version']);
} catch (error) {
  console.error(reasons(error));
  process.exit(1);
}

async function temporal() {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  return viaServer((executable) => TestWorkflowEnvironment.createLocal({ server: { executable } }));
}

async function testServer() {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  return viaServer((executable) => TestWorkflowEnvironment.createTimeSkipping({ server: { executable } }));
}

/** The helper package downloads only by starting a server; the file it leaves in the folder is the program. */
async function viaServer(start) {
  const server = await start({ type: 'cached-download', downloadDir: folder, version: `v${version}` });
  await server.teardown();
  const [program] = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return join(folder, program);
}

async function mongod() {
  process.env.MONGOMS_DOWNLOAD_DIR = folder;
  process.env.MONGOMS_VERSION = version;
  process.env.MONGOMS_PREFER_GLOBAL_PATH = 'false';
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  const program = await MongoBinary.getPath();
  for (const name of readdirSync(folder).filter((entry) => /\.(tgz|zip|md5|lock)$/.test(entry)))
    rmSync(join(folder, name));
  return program;
}

function reasons(error) {
  return error instanceof Error
    ? [error.message, error.cause ? reasons(error.cause) : ''].filter(Boolean).join(': ')
    : String(error);
}
