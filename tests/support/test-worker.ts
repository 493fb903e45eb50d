import { Worker } from '@temporalio/worker';
import type { WorkflowCreateOptions, WorkflowCreator } from '@temporalio/worker/lib/workflow/interface';
import type { WorkflowBundleWithSourceMapAndFilename as Bundle } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input';

/** What keeps a thread of workflows from ending the process. The SDK does not declare it public. */
interface Threads {
  workerThreadClients: { workerThread: { unref(): void } }[];
}
interface Shared {
  bundles: Map<string, Promise<Bundle | undefined>>;
  creators: Map<string, Promise<WorkflowCreator>>;
}

/** Jest loads the project's modules anew for each file, and the process outlives them. */
const ofProcess = globalThis as { [key: symbol]: Shared | undefined };
const shared: Shared = (ofProcess[Symbol.for('outdial.tests.workflow-thread')] ??= {
  bundles: new Map(),
  creators: new Map(),
});

function remember<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = create()));
  return value;
}

/**
 * A worker whose workflows run in a thread that the workers of this process share. Each worker of the SDK starts a thread of its own, which
 * loads the SDK and the workflows again. Tests start workers by the hundred, and that took half of their time.
 */
export class TestWorker extends Worker {
  static override getOrCreateBundle(...args: Parameters<typeof Worker.getOrCreateBundle>): Promise<Bundle | undefined> {
    const { workflowBundle } = args[0];
    if (workflowBundle === undefined || !('codePath' in workflowBundle)) return super.getOrCreateBundle(...args);
    return remember(shared.bundles, workflowBundle.codePath, () => super.getOrCreateBundle(...args));
  }

  static override createWorkflowCreator(
    ...args: Parameters<typeof Worker.createWorkflowCreator>
  ): Promise<WorkflowCreator> {
    const [{ filename }, { activities }] = args;
    // A thread knows which activities its workers have: a local activity that it does not know fails.
    const key = JSON.stringify([filename, [...activities.keys()].sort()]);
    return remember(shared.creators, key, async () => {
      const own = await super.createWorkflowCreator(...args);
      for (const { workerThread } of (own as unknown as Threads).workerThreadClients) workerThread.unref();
      // Other workers go on when one of them ends.
      return {
        createWorkflow: (options: WorkflowCreateOptions) => own.createWorkflow(options),
        destroy: () => Promise.resolve(),
      };
    });
  }
}
