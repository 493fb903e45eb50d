import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/** A worker with only the bare workflows and an activity that does nothing. Arguments: the address of Temporal, the task queue and the bundle. */
async function main(): Promise<void> {
  const [address = '', taskQueue = '', codePath = ''] = process.argv.slice(2);
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: { codePath },
    activities: { act: () => Promise.resolve() },
  });
  const running = worker.run();
  console.log('bare worker ready');
  await running;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
