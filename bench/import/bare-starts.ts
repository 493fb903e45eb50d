import { Client, Connection } from '@temporalio/client';

/** Starts workflows that wait, 50 at a time, with a delay as jobs have. @returns starts per second */
export async function measureBareStarts(address: string, count: number, round: number): Promise<number> {
  const taskQueue = `bench-bare-${round}`;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection });
  const ids = Array.from({ length: count }, (_, index) => `bench-bare/${round}/${index}`).values();
  const begin = performance.now();
  const work = async (): Promise<void> => {
    for (const workflowId of ids) await workflow.start('bareWorkflow', { workflowId, taskQueue, startDelay: '1000h' });
  };
  await Promise.all(Array.from({ length: 50 }, work));
  const seconds = (performance.now() - begin) / 1000;
  await connection.close();
  return count / seconds;
}
