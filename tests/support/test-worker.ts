import { Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface';
import type { WorkflowBundleWithSourceMapAndFilename as Bundle } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input';

/** What keeps a thread of workflows from ending the process. The SDK does not declare it public. */
interface Threads {
  workerThreadClients: { workerThread: { unref(): void } }[];
}
interface Shared {
  bundles: Map<string, Promise<Bundle | undefined>>;
  creators: WeakMap<object, Promise<WorkflowCreator>>;
}

/** Jest loads the project's modules anew for each file, and the process outlives them. */
const ofProcess = globalThis as { [key: symbol]: Shared | undefined };
const shared = (ofProcess[Symbol.for('outdial.tests.workflow-thread')] ??= {
  bundles: new Map(),
  creators: new WeakMap(),
});

/**
 * A worker whose workflows run in one thread that all workers of this process share. Each worker of the SDK starts a thread of its own,
 * which loads the SDK and the workflows again. Tests start workers by the hundred, and that took half of their time.
 */
export class TestWorker extends Worker {
  static override getOrCreateBundle(...args: Parameters<typeof Worker.getOrCreateBundle>): Promise<Bundle | undefined> {
    const { workflowBundle } = args[0];
    if (workflowBundle === undefined || !('codePath' in workflowBundle)) return super.getOrCreateBundle(...args);
    const known = shared.bundles.get(workflowBundle.codePath);
    if (known !== undefined) return known;
    const bundle = super.getOrCreateBundle(...args);
    shared.bundles.set(workflowBundle.codePath, bundle);
    return bundle;
  }

  static override createWorkflowCreator(
    ...args: Parameters<typeof Worker.createWorkflowCreator>
  ): Promise<WorkflowCreator> {
    const known = shared.creators.get(args[0]);
    if (known !== undefined) return known;
    const creator = super.createWorkflowCreator(...args).then((own) => {
      for (const { workerThread } of (own as unknown as Threads).workerThreadClients) workerThread.unref();
      // Other workers go on when one of them ends.
      return {
        createWorkflow: (options) => own.createWorkflow(options),
        destroy: () => Promise.resolve(),
      } satisfies WorkflowCreator;
    });
    shared.creators.set(args[0], creator);
    return creator;
  }
}
