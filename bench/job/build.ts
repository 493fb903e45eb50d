import { spawn } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const root = join(__dirname, '../..');
/** Below `node_modules`, so that what is built finds the packages, and no list of files sees it. */
const folder = join(root, 'node_modules/.cache/outdial-bench');

/** The programs as production runs them: compiled, with the workflows bundled ahead, so that no compiler's memory is measured with them. */
export interface Built {
  /** In the place of `dist`. */
  folder: string;
  worker: string;
  bareWorker: string;
  bareApi: string;
  /** The bundle of the bare workflows. */
  bareBundle: string;
}

let built: Promise<Built> | undefined;

/** Builds what is measured, once. */
export const build = (): Promise<Built> => (built ??= buildAll());

async function buildAll(): Promise<Built> {
  rmSync(folder, { recursive: true, force: true });
  await run([join(root, 'packages/client/build.mjs')]);
  await run([join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', folder]);
  await run([join(folder, 'apps/worker/bundle.js')]);
  for (const path of ['apps/api/live/page', 'apps/api/openapi/page', 'docs/openapi.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const bareBundle = join(folder, 'bare-bundle.js');
  const workflowsPath = join(__dirname, '../bare/workflows.ts');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  writeFileSync(bareBundle, code);
  return {
    folder,
    worker: join(folder, 'apps/worker/main.js'),
    bareWorker: compile('worker'),
    bareApi: compile('api'),
    bareBundle,
  };
}

function compile(name: string): string {
  const { code } = transformFileSync(join(__dirname, `../bare/${name}.ts`), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const file = join(folder, `bare-${name}.js`);
  writeFileSync(file, code);
  return file;
}

const run = (args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => printed.push(String(text)));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args.join(' ')} ended with ${String(code)}:\n${printed.join('')}`));
    });
  });
