import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { projectFolder } from '../../shared/adapters/project-folder';

/** Bundles the workflows from their sources. Interceptor modules run in the workflow sandbox and belong in the bundle. */
export const bundleWorkflows = (workflowInterceptorModules: string[] = []): Promise<{ code: string }> =>
  bundleWorkflowCode({
    workflowsPath: join(projectFolder, 'workflows'),
    workflowInterceptorModules,
    logger: new DefaultLogger('WARN'),
  });
