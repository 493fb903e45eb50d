import { addWebhook, requestErasure, listHistories, findTexts, seed, seededJob } from '../../support/erasure';
import type { Job } from '../../../shared/domain/job/job';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type TemporalProcess, type TestProcess } from '../../support/processes';
import { startReceiver, type Receiver } from '../../support/receiver';
import { erasedJobs } from '../../support/sizes';
import { until } from '../../support/until';

describe('erasures while what they need is killed', () => {
  const processes = createProcesses();
  let temporal: TemporalProcess;
  let mongo: TestProcess & { uri: string };
  let worker: TestProcess;
  let testEnv: ProcessEnv;
  let receiver: Receiver;
  beforeAll(async () => {
    [temporal, mongo] = await Promise.all([processes.temporal({ onDisk: true }), processes.mongo()]);
    testEnv = await createProcessEnv({ mongo: mongo.uri, temporal });
    worker = await processes.worker(testEnv.env);
    receiver = await startReceiver();
    receiver.behave({ kind: 'answer', status: 200, body: `We know ${seed}` });
    await addWebhook(testEnv.store, receiver.url);
  }, 90_000);
  afterAll(async () => {
    await receiver.stop();
    await testEnv.close();
    await processes.end();
  });

  const inState = async (jobs: readonly Job[], state: string): Promise<number> =>
    (await Promise.all(jobs.map(({ ID }) => testEnv.load(ID)))).filter(({ State }) => State === state).length;
  /** Reads continue while a server is unavailable. */
  const counted = (jobs: readonly Job[], state: string) => () => inState(jobs, state).catch(() => -1);
  /** Jobs that were called, whatever came of it. */
  const calledJobs = async (): Promise<Job[]> => {
    const jobs = await Promise.all(Array.from({ length: erasedJobs }, () => testEnv.insert(seededJob())));
    for (const job of jobs) await testEnv.start(job);
    const states = async () => Promise.all(jobs.map(({ ID }) => testEnv.load(ID)));
    const called = ({ State, CallCount }: Job): boolean =>
      CallCount === 1 && State !== 'calling' && State !== 'analyzing';
    await until(states, (seen) => seen.every(called), 60_000);
    return jobs;
  };

  const victims: [string, () => TestProcess][] = [
    ['the worker', () => worker],
    ['MongoDB', () => mongo],
    ['Temporal', () => temporal],
  ];
  it.each(victims)(
    '%s: every job ends as deleted, nothing is left, and every transition was published',
    async (_name, victim) => {
      const jobs = await calledJobs();
      for (const job of jobs) await requestErasure(testEnv, job);
      await until(
        async () => (await inState(jobs, 'deleting')) + (await inState(jobs, 'deleted')),
        (begun) => begun > erasedJobs / 2,
      );
      await victim().kill();
      await victim().start();
      await until(counted(jobs, 'deleted'), (count) => count === erasedJobs, 90_000);
      expect(await findTexts(testEnv.mongo.db, [seed, '4155559173'])).toEqual([]);
      // The histories are gone, which the erasure has checked. A server that was killed updates its list a little later.
      const listed = async (): Promise<string[]> =>
        (await Promise.all(jobs.map(({ ID }) => listHistories(testEnv.temporal.client, ID)))).flat();
      await until(listed, (left) => left.length === 0, 30_000);
      const publishedCount = async (): Promise<number> => {
        const states = receiver.received
          .map(({ body }) => JSON.parse(body) as { JobID: string; Data: { State: string } })
          .filter(({ JobID, Data }) => Data.State === 'deleted' && jobs.some(({ ID }) => ID === JobID));
        return Promise.resolve(new Set(states.map(({ JobID }) => JobID)).size);
      };
      await until(publishedCount, (count) => count === erasedJobs, 60_000);
    },
    240_000,
  );
});
