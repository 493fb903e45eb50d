// Runs before `npm start` and `npm test`, possibly before the packages are installed, so it uses only Node itself.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Outdial needs Node 20.19 or newer; this is ${process.version}. Install it from nodejs.org (or: nvm install).`);
}
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing the npm packages (npm ci) ...');
  // npm passes its own path to its scripts; a bare `npm` could be another installation.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const done = spawnSync(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) fail('npm ci failed: see its message above. Without a network, a warm npm cache is enough.');
}

/** Returns 0 for a missing file, so that it counts as the oldest. */
function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
