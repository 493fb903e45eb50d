import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { tracedWorkflowModule } from '../../shared/adapters/tracing/tracing';

/** Where the built bundle lies, beside the compiled worker. */
export const bundlePath = join(__dirname, 'workflow-bundle.js');
/** The same workflows with what makes spans of their steps, for workers with traces: the others do not pay for it. */
export const tracedBundlePath = join(__dirname, 'workflow-bundle.traced.js');
/** The workflows' source, compiled or not. */
export const workflowsPath = join(__dirname, '..', '..', 'workflows');

/** Builds the bundles that production workers load: the same code on each, checked when it is built and not when it starts. */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath });
  await writeFile(bundlePath, code);
  const workflowInterceptorModules = [require.resolve(tracedWorkflowModule)];
  const traced = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules });
  await writeFile(tracedBundlePath, traced.code);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
}
