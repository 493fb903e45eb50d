import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Where the built bundle lies, beside the compiled worker. */
export const bundlePath = join(__dirname, 'workflow-bundle.js');
/** The workflows' source, compiled or not. */
export const workflowsPath = join(__dirname, '..', '..', 'workflows');

/** Builds the bundle that production workers load: the same code on each, checked when it is built and not when it starts. */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath });
  await writeFile(bundlePath, code);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
}
