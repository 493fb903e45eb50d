// `npm run packages:check`: packs what is published, as npm would, and has publint and attw look at it. `--pack FOLDER` only packs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const publint = 'publint@0.3.25';
const attw = '@arethetypeswrong/cli@0.18.5';

/** @returns whether the command succeeded; its output is printed */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) console.error(error.message);
  return status === 0;
}

/** Builds and packs a folder. @returns the path of the tarball */
function pack(folder, destination) {
  const { status, stdout } = spawnSync('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: join(root, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}.`);
  // What `prepack` prints comes first.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.search(/^\[$/m)));
  return join(destination, filename);
}

function packAll(destination) {
  mkdirSync(destination, { recursive: true });
  if (!run(process.execPath, [join(root, 'apps/cli/build.mjs')]))
    throw new Error('The command line could not be built.');
  return { client: pack('packages/client', destination), cli: pack('apps/cli/dist', destination) };
}

const [flag, folder] = process.argv.slice(2);
if (flag === '--pack') {
  console.log(JSON.stringify(packAll(resolve(folder))));
} else {
  const destination = mkdtempSync(join(tmpdir(), 'outdial-packages-'));
  try {
    const { client, cli } = packAll(destination);
    const results = [
      ...[client, cli].map((tarball) => run('npx', ['--yes', publint, 'run', '--strict', tarball])),
      // The command line has no types: it is no library.
      run('npx', ['--yes', attw, client]),
    ];
    process.exitCode = results.every(Boolean) ? 0 : 1;
  } finally {
    rmSync(destination, { recursive: true });
  }
}
