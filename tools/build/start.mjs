// Builds what `npm start` runs, from the sources as they are now, into a cache folder: the programs at each start, which takes a second or
// two, and the workflows when they or the packages have changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundleServices, replaceFile, root } from './programs.mjs';
import { writeWorkflowBundle } from './workflows.mjs';

const folder = join(root, 'node_modules/.cache/outdial/start');
const bundle = join(folder, 'workflow-bundle.js');
const keyFile = `${bundle}.key`;

/** Changes when a workflow, anything that it imports, or what bundles it does. */
async function keyOfWorkflows() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['workflows/index.ts'],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  const hash = createHash('sha256');
  for (const file of ['node_modules/.package-lock.json', 'tools/build/workflows.mjs'])
    hash.update(readFileSync(join(root, file)));
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest('hex');
}

async function refreshWorkflows() {
  const key = await keyOfWorkflows();
  if (existsSync(bundle) && existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;
  // Without a key, a bundle that was half made is made anew.
  rmSync(keyFile, { force: true });
  await writeWorkflowBundle(bundle);
  replaceFile(keyFile, key);
}

try {
  await bundleServices(folder, relative(folder, root));
  await refreshWorkflows();
} catch (error) {
  // Of what failed in the sources, esbuild says the place; the stack is its own and would hide that.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
