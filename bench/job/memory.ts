import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, perSecond } from '../load';
import type { Measured } from '../report';
import { until } from '../../tests/support/until';
import { aJob, simulated } from '../../tests/support/builders';
import type { Stage } from './stage';

/** How many are added between two looks at the worker's memory, and how often it is looked at. */
const between = 120;
const countLooks = 5;
const atOnce = 20;
const collecting = { NODE_OPTIONS: `--require ${join(__dirname, 'collect-garbage.cjs')}` };

/** What a job that waits costs its worker, against a workflow that does nothing, each in a process of its own. */
export async function measureMemory(stage: Stage): Promise<Measured[]> {
  const empty = await growth(stage, {
    worker: () => stage.bareWorker('empty', collecting),
    add: async (index) => {
      const { client } = stage.world.temporal;
      await client.workflow.start('emptyWorkflow', { taskQueue: 'empty', workflowId: `empty/${index}` });
    },
    settled: async (count) => {
      const handled = async () => {
        const { client } = stage.world.temporal;
        const { raw } = await client.workflow.getHandle(`empty/${count - 1}`).describe();
        return Number(raw.workflowExecutionInfo?.historyLength ?? 0);
      };
      await until(handled, (length) => length >= 4, 30_000);
    },
  });
  const before = await waitingJobs(stage);
  const waiting = await growth(stage, {
    worker: () => stage.worker(collecting),
    add: async () => {
      const Overrides = simulated({}, { Constraints: { MinCreationDelay: '48h' } });
      const job = aJob({ CreatedMS: Date.now(), CampaignID: stage.world.campaignId, Overrides });
      await stage.world.store.jobs.insert(job);
      await stage.world.flows.startJob(job);
    },
    settled: async (count) => {
      await until(
        () => waitingJobs(stage),
        (standing) => standing >= before + count,
        60_000,
      );
    },
  });
  return [
    {
      what: 'memory of a waiting job ÷ an empty workflow',
      value: waiting / empty,
      target: { atMost: 1.3 },
      detail: `${waiting.toFixed(0)} kB ÷ ${empty.toFixed(0)} kB in the worker`,
    },
  ];
}

const waitingJobs = ({ world }: Stage): Promise<number> =>
  world.mongo.db.collection('jobs').countDocuments({ State: 'scheduled', CampaignID: world.campaignId });

interface Subject {
  worker: () => ReturnType<Stage['worker']>;
  add: (index: number) => Promise<void>;
  settled: (count: number) => Promise<void>;
}

/** @returns kB of resident memory for each one more: the middle of the slopes between any two looks */
async function growth(stage: Stage, { worker, add, settled }: Subject): Promise<number> {
  const running = await worker();
  const looks: { count: number; kb: number }[] = [];
  for (let look = 1; look <= countLooks; look++) {
    await perSecond(between, atOnce, (index) => add((look - 1) * between + index));
    await settled(look * between);
    looks.push({ count: look * between, kb: await steadyKb(running.pid()) });
  }
  await running.kill();
  const slopes = looks.flatMap((one, index) =>
    looks.slice(index + 1).map((other) => (other.kb - one.kb) / (other.count - one.count)),
  );
  return median(slopes);
}

/** Resident memory once it stands still. */
async function steadyKb(pid: number): Promise<number> {
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
