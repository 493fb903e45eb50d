// Runs before `npm start` and `npm test`, when nothing may be installed yet: so nothing but Node itself is used here.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Outdial needs Node 20.19 or newer; this is ${process.version}. Install one from nodejs.org (or: nvm install).`);
}
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing the npm packages (npm ci) ...');
  // npm tells its scripts where it is itself; a bare `npm` could be another one.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const done = spawnSync(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0)
    fail('npm ci did not succeed: see its message above. Without network, a warm npm cache is enough.');
}

/** 0 for a file that is not there: older than everything. */
function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
