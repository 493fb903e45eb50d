import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, measureRate } from '../load';
import type { Measured } from '../report';
import { until } from '../../tests/support/until';
import { demoJobs, storedJobs, untilStarted, waitForDemoCampaign, waitingJob, type BenchEnv } from './bench-env';

/** The number of jobs between two samples of the worker's memory, and the number of samples. */
const jobsBetweenSamples = 120;
const sampleCount = 5;
const concurrency = 20;
const gcEnv = { NODE_OPTIONS: `--require ${join(__dirname, 'collect-garbage.cjs')}` };

/** Measures the memory of a waiting job against that of a workflow that does nothing, each in its own worker process. */
export async function measureMemory(env: BenchEnv): Promise<Measured[]> {
  const empty = await measureGrowth(env, {
    worker: () => env.bareWorker('empty', gcEnv),
    add: async (index) => {
      const { client } = env.service.temporal;
      await client.workflow.start('emptyWorkflow', { taskQueue: 'empty', workflowId: `empty/${index}` });
    },
    waitUntilHandled: async (count) => {
      const handled = async () => {
        const { client } = env.service.temporal;
        const { raw } = await client.workflow.getHandle(`empty/${count - 1}`).describe();
        return Number(raw.workflowExecutionInfo?.historyLength ?? 0);
      };
      await until(handled, (length) => length >= 4, 30_000);
    },
  });
  const api = await env.api();
  await waitForDemoCampaign(env, api.url);
  const before = await storedJobs(env);
  const waiting = await measureGrowth(env, {
    worker: () => env.worker(gcEnv),
    add: async () => {
      await env.call(`${api.url}${demoJobs}`, 201, waitingJob);
    },
    waitUntilHandled: async (count) => {
      await untilStarted(env, before + count);
    },
  });
  await api.kill();
  return [
    {
      what: 'memory of a waiting job ÷ an empty workflow',
      value: waiting / empty,
      target: { atMost: 0.05 },
      detail: `${waiting.toFixed(0)} kB ÷ ${empty.toFixed(0)} kB in the worker`,
    },
  ];
}

interface Subject {
  worker: () => ReturnType<BenchEnv['worker']>;
  add: (index: number) => Promise<void>;
  waitUntilHandled: (count: number) => Promise<void>;
}

/** @returns kB of resident memory per additional workflow: the median slope between any two samples */
async function measureGrowth(env: BenchEnv, { worker, add, waitUntilHandled: settled }: Subject): Promise<number> {
  const running = await worker();
  const samples: { count: number; kb: number }[] = [];
  for (let sample = 1; sample <= sampleCount; sample++) {
    await measureRate(jobsBetweenSamples, concurrency, (index) => add((sample - 1) * jobsBetweenSamples + index));
    await settled(sample * jobsBetweenSamples);
    samples.push({ count: sample * jobsBetweenSamples, kb: await waitForSteadyKb(running.pid()) });
  }
  await running.kill();
  const slopes = samples.flatMap((one, index) =>
    samples.slice(index + 1).map((other) => (other.kb - one.kb) / (other.count - one.count)),
  );
  return median(slopes);
}

/** Returns the resident memory once it is stable. */
async function waitForSteadyKb(pid: number): Promise<number> {
  let last = 0;
  let since = performance.now();
  return until(
    () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
    (now) => {
      if (Math.abs(now - last) > 512) [last, since] = [now, performance.now()];
      return performance.now() - since > 3_000;
    },
    30_000,
  );
}
