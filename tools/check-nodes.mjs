// `npm run check:nodes`: runs `npm run check` under every supported Node release, `npm run check:nodes -- SCRIPT` another
// script. The running Node serves its own release; npm's package `node` provides the others. A release whose binary is not
// available is reported as skipped.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

const releases = [20, 22, 24];
const script = process.argv[2] ?? 'check';
const results = releases.map((release) => ({ release, ...checkRelease(release) }));

console.log(`\nnpm run ${script}:`);
for (const { release, version, outcome } of results) console.log(`  Node ${release}  ${version.padEnd(9)}  ${outcome}`);
process.exit(results.some(({ outcome }) => outcome.startsWith('failed')) ? 1 : 0);

function checkRelease(release) {
  const binary = findBinary(release);
  if (binary.reason !== undefined) return { version: '-', outcome: `skipped: ${binary.reason}` };
  console.log(`\n== Node ${release}: ${binary.path}`);
  const PATH = `${dirname(binary.path)}${delimiter}${process.env.PATH ?? ''}`;
  const { status, signal } = spawnSync('npm', ['run', script], { stdio: 'inherit', env: { ...process.env, PATH } });
  return { version: binary.version, outcome: status === 0 ? 'passed' : `failed (${signal ?? `exit code ${status}`})` };
}

function findBinary(release) {
  if (process.versions.node.startsWith(`${release}.`)) return { path: process.execPath, version: process.version };
  const print = 'console.log(JSON.stringify({ path: process.execPath, version: process.version }))';
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', `node@${release}`, '-e', print], { encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1));
  return { reason: (stderr ?? '').trim().split('\n').at(-1) || `npx ended with ${status}` };
}
