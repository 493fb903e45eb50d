import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/** Starts workflows that only set a timer, 50 at a time, while their worker runs. @returns starts per second */
export async function measureBareStarts(address: string, count: number, round: 'before' | 'after'): Promise<number> {
  if (round === 'before') Runtime.install({ logger: new DefaultLogger('ERROR') });
  const taskQueue = `bench-bare-${round}`;
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowsPath: require.resolve('./bare-timer.workflow'),
  });
  const running = worker.run();
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection });
  const ids = Array.from({ length: count }, (_, index) => `bench-bare/${round}/${index}`).values();
  const begin = performance.now();
  const work = async (): Promise<void> => {
    for (const workflowId of ids) await workflow.start('bareTimerWorkflow', { workflowId, taskQueue });
  };
  await Promise.all(Array.from({ length: 50 }, work));
  const seconds = (performance.now() - begin) / 1000;
  worker.shutdown();
  await running;
  await connection.close();
  await native.close();
  return count / seconds;
}
