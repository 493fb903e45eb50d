// `npm run build`: writes what production runs into dist/, or into the folder that is given: the programs and the workflows as bundles, the
// console, and the files that the API serves. Types are not checked here: `npm run check` does that.
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleCommandLine, bundleServices, replaceFile, root } from './programs.mjs';
import { writeWorkflowBundle } from './workflows.mjs';

/** What the API reads, at the same paths as in the checkout. */
const files = ['apps/api/live/page', 'apps/api/openapi/page', 'docs/openapi.json'];

const buildConsole = (folder) =>
  new Promise((done, fail) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', 'apps/console', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    // Another value, such as that of tests, would build what developers debug, several times as large.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error('The console could not be built.'))));
  });

const dist = resolve(process.argv[2] ?? join(root, 'dist'));
// What an earlier version has left there must not be run.
rmSync(dist, { recursive: true, force: true });
const console = buildConsole(join(dist, 'apps/console/dist'));
console.catch(() => undefined);
await bundleServices(dist);
const commandLine = join(dist, 'outdial.js');
replaceFile(commandLine, (await bundleCommandLine(commandLine, '.')).code);
await writeWorkflowBundle(join(dist, 'workflow-bundle.js'));
await writeWorkflowBundle(join(dist, 'workflow-bundle.traced.js'), { traced: true });
for (const path of files) cpSync(join(root, path), join(dist, path), { recursive: true });
await console;
