import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { tracedWorkflowModule } from '../../shared/adapters/tracing/tracing';

/** Path of the built bundle, next to the compiled worker. */
export const bundlePath = join(__dirname, 'workflow-bundle.js');
/** The same workflows with tracing interceptors. Workers without tracing load the other bundle and avoid the overhead. */
export const tracedBundlePath = join(__dirname, 'workflow-bundle.traced.js');
/** The workflows' code: TypeScript in the source tree, JavaScript in a build. */
export const workflowsPath = join(__dirname, '..', '..', 'workflows');

/** Bundles the workflows. Interceptor modules run in the workflow sandbox and belong in the bundle. */
export const bundleWorkflows = (workflowInterceptorModules: string[] = []): Promise<{ code: string }> =>
  bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger: new DefaultLogger('WARN') });

/** Builds the bundles that production workers load: every worker runs the same code, checked at build time. */
async function main(): Promise<void> {
  const [plain, traced] = [await bundleWorkflows(), await bundleWorkflows([require.resolve(tracedWorkflowModule)])];
  await Promise.all([writeFile(bundlePath, plain.code), writeFile(tracedBundlePath, traced.code)]);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
}
