import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/** A worker with the two bare workflows and nothing else. Its arguments: the engine's address and the queue. */
async function main(): Promise<void> {
  const [address = '', taskQueue = ''] = process.argv.slice(2);
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, taskQueue, workflowsPath: join(__dirname, 'workflows.ts') });
  const running = worker.run();
  console.log('bare worker ready');
  await running;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
