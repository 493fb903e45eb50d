// Runs before `npm start` and `npm test`, possibly before the packages are installed, so it uses only Node itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const PROGRESS_INTERVAL_MS = 10_000;
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Outdial needs Node 20.19 or newer; this is ${process.version}. Install it from nodejs.org (or: nvm install).`);
}
if (!isInstalled()) {
  console.log(
    'Installing the npm packages (npm ci), after a clone and a change of package-lock.json. An idle machine takes about a minute.',
  );
  const sinceMs = Date.now();
  const seconds = () => Math.round((Date.now() - sinceMs) / 1000);
  // On a terminal npm shows its own progress.
  const timer = setInterval(() => {
    if (!process.stdout.isTTY) console.log(`  ... Installing the npm packages (${seconds()} s)`);
  }, PROGRESS_INTERVAL_MS);
  // npm passes its own path to its scripts; a bare `npm` could be another installation.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = [...npm.slice(1), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const status = await new Promise((done) => {
    spawn(npm[0], args, { cwd: root, stdio: 'inherit' })
      .once('error', () => done(1))
      .once('exit', done);
  });
  clearInterval(timer);
  if (status !== 0) fail('npm ci failed: see its message above. Without a network, a warm npm cache is enough.');
  console.log(`Installed the npm packages in ${seconds()} s.`);
}

/**
 * Whether npm installed what the lockfile says. By contents, not by times: a clone, a branch switch and a restored cache all
 * change the times. Packages for other platforms are in the lockfile only.
 */
function isInstalled() {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(readPackages);
  if (wanted === undefined || installed === undefined) return false;
  const same = ([path, entry]) =>
    entry.version === wanted[path]?.version && entry.integrity === wanted[path]?.integrity;
  const needed = ([path, entry]) => path.includes('node_modules/') && !entry.optional && !entry.link;
  return (
    Object.entries(installed).every(same) &&
    Object.entries(wanted)
      .filter(needed)
      .every(([path]) => path in installed)
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
