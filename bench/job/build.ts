import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { builtFolder } from '../../tests/support/build';

/** The programs of the baseline. They are compiled ahead like the service, so that no compiler's memory is measured. */
export interface BareBuild {
  worker: string;
  api: string;
  /** The bundle of the bare workflows. */
  bundle: string;
}

let built: Promise<BareBuild> | undefined;

/** Builds the bare programs, once. */
export const buildBare = (): Promise<BareBuild> => (built ??= buildAll());

async function buildAll(): Promise<BareBuild> {
  const folder = await builtFolder();
  const bundle = join(folder, 'bare-bundle.js');
  const workflowsPath = join(__dirname, '../bare/workflows.ts');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  writeFileSync(bundle, code);
  return { worker: compile(folder, 'worker'), api: compile(folder, 'api'), bundle };
}

function compile(folder: string, name: string): string {
  const { code } = transformFileSync(join(__dirname, `../bare/${name}.ts`), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const file = join(folder, `bare-${name}.js`);
  writeFileSync(file, code);
  return file;
}
