import { pino } from 'pino';
import { createEngineLimiter } from '../../../../activities/lib/engine-limiter';
import { startJobs, type StartJobsDeps } from '../../../../activities/lib/start-jobs';
import type { Job } from '../../../../shared/domain/job/job';
import { aJob } from '../../../support/builders';

/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const waiting = (n: number): Job =>
  aJob({ ID: `job_${n}`, CreatedMS: 0, State: 'scheduled', Sequence: 2, NextCallMS: 60_000 });
const failed = (n: number): Job => aJob({ ID: `job_failed_${n}`, CreatedMS: 0, State: 'failed', Sequence: 2 });

/** Starts jobs at an engine whose answers the test controls. */
function heldEngine() {
  const clock = { nowMs: 0 };
  const held: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const started: string[] = [];
  const amended: string[] = [];
  const deps = {
    store: {
      webhooks: { list: () => Promise.resolve([]) },
      events: { recordStates: () => Promise.resolve() },
      deliveries: { openAll: () => Promise.resolve() },
      jobTransitions: { amend: (id: string) => Promise.resolve(amended.push(id) > 0) },
    },
    workflows: {
      startJob: ({ ID }: Job) =>
        new Promise<void>((resolve, reject) => {
          started.push(ID);
          held.push({ resolve, reject });
        }),
    },
    deliveries: { start: () => Promise.resolve() },
    clock: { nowMs: () => clock.nowMs },
    logger: pino({ level: 'silent' }),
    metrics: { jobs: { recordTransition: () => undefined } },
  } as unknown as StartJobsDeps;
  const limiter = createEngineLimiter(() => clock.nowMs);
  const budget = { exhausted: () => Promise.resolve(false), heartbeat: () => undefined };
  const answer = async (afterMs: number, error?: Error): Promise<void> => {
    clock.nowMs += afterMs;
    for (const { resolve, reject } of held.splice(0)) {
      if (error === undefined) resolve();
      else reject(error);
    }
    await settle();
  };
  const run = (jobs: readonly Job[]) => startJobs(deps, jobs, limiter, budget);
  return { run, answer, started, amended, inFlight: () => held.length };
}

describe('starts of new jobs at an engine that is 50 ms away', () => {
  const jobs = Array.from({ length: 60 }, (_, n) => waiting(n));

  it('are 20 at a time, also beside jobs that have failed and need no request', async () => {
    const { run, answer, started, inFlight } = heldEngine();
    const running = run([failed(1), ...jobs, failed(2)]);
    await settle();
    expect(inFlight()).toBe(5);
    await answer(50);
    expect(inFlight()).toBe(20);
    while (inFlight() > 0) await answer(50);
    expect(await running).toBe(0);
    expect(started).toEqual(jobs.map(({ ID }) => ID));
  });

  it('are 20 at a time again after refusals that came at once, which are left to the sweeper', async () => {
    const { run, answer, amended, inFlight } = heldEngine();
    const running = run(jobs);
    await settle();
    await answer(1, new Error('unavailable'));
    expect(amended).toHaveLength(5);
    await answer(50);
    expect(inFlight()).toBe(20);
    while (inFlight() > 0) await answer(50);
    expect(await running).toBe(0);
  });
});
